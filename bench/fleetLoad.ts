// A process of its own: thousands of connected simulators that report their state at a steady rate, and where students are
// given teach them and break down. Bare sockets and packets, since a client library would cost more than the server that
// is measured.
import { randomUUID } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { generate, parser } from 'mqtt-packet'
import { percentile } from './table.ts'

/** What the parent asks for; answered with a {@link LoadResult}. */
export interface Load {
  /** Messages a second, of all devices together. */
  rate: number
  seconds: number
}

export interface LoadResult {
  sent: number
  acknowledged: number
  /** Acknowledged within the time of sending. */
  inTime: number
  ackP50: number
  ackP99: number
  /** Until the last was acknowledged. */
  seconds: number
  /** Of one core. */
  cpu: number
}

const tickMs = 10
const connectingAtOnce = 100
/** Each so many reports the activity changes; the others say nothing new. */
const reportsPerChange = 10
/** What a device with students says from one lesson to the next, and in how many lessons it breaks down; the demo's in 150. */
const messagesPerLesson = 20
const lessonsPerFault = 100
/** A lesson is told in an instant, as of one that lasted so long: shorter ones are not charged. */
const lessonMs = 20 * 60_000
const drainMs = 60_000

const [host = '', port, count, firstStudent] = process.argv.slice(2)

class Device {
  readonly sn: string
  readonly #connectionId = randomUUID()
  #socket: Socket | undefined
  #seq: number
  #lesson: { sessionId: string; studentId: number; moduleId: number; startedAt: string } | undefined
  readonly #sentAt = new Map<number, number>()
  #acknowledged: (ms: number) => void = () => undefined

  constructor(sn: string, place: number) {
    this.sn = sn
    // Neighbours are at other messages of other lessons.
    this.#seq = firstStudent === undefined ? 0 : place * (messagesPerLesson + 1)
  }

  connect(acknowledged: (ms: number) => void): Promise<void> {
    this.#acknowledged = acknowledged
    return new Promise((done, fail) => {
      const socket = connectTcp({ host, port: Number(port) })
      this.#socket = socket
      socket.setNoDelay(true)
      socket.on('error', fail)
      const incoming = parser({ protocolVersion: 4 })
      incoming.on('packet', packet => {
        if (packet.cmd === 'connack') return packet.returnCode === 0 ? done() : fail(new Error('refused'))
        if (packet.cmd !== 'puback' || packet.messageId === undefined) return
        const sentAt = this.#sentAt.get(packet.messageId)
        if (sentAt === undefined) return
        this.#sentAt.delete(packet.messageId)
        this.#acknowledged(performance.now() - sentAt)
      })
      socket.on('data', bytes => incoming.parse(bytes))
      socket.write(
        generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: this.sn,
          keepalive: 0,
          username: this.sn,
          password: Buffer.from(this.sn),
        }),
      )
    })
  }

  report(): void {
    this.#seq += 1
    this.#say({ activity: Math.floor(this.#seq / reportsPerChange) % 2 === 0 ? 'idle' : 'training' })
  }

  /** The next message of a lesson, of the pause after it, or of a fault in that pause. */
  teach(studentId: number): void {
    this.#seq += 1
    const step = this.#seq % messagesPerLesson
    const lesson = this.#lesson
    const breaks = Math.floor(this.#seq / messagesPerLesson) % lessonsPerFault === 0
    const fault = { code: 'B1', text: '追踪丢失' }
    if (step === 1) {
      const startedAt = new Date(Date.now() - lessonMs).toISOString()
      this.#lesson = { sessionId: randomUUID(), studentId, moduleId: 1, startedAt }
      const { startedAt: at, ...start } = this.#lesson
      this.#publish(topics.session(this.sn), { event: 'start', at, ...start })
    } else if (step === 10 && lesson !== undefined) {
      this.#lesson = undefined
      const result = { effectiveSeconds: 1, score: 80, passed: true, errors: [] }
      this.#publish(topics.session(this.sn), { event: 'end', ...lesson, ...result })
    } else if (breaks && step === 12) this.#publish(topics.fault(this.sn), { event: 'raised', ...fault })
    else if (breaks && step === 16) this.#publish(topics.fault(this.sn), { event: 'cleared', ...fault })
    else
      this.#say({
        activity: lesson === undefined ? 'idle' : 'training',
        health: breaks && step > 12 && step < 16 ? 'fault' : 'ok',
      })
  }

  #say(state: { activity: 'idle' | 'training'; health?: 'ok' | 'fault' }): void {
    const connectionId = this.#connectionId
    this.#publish(topics.state(this.sn), {
      connectionId,
      seq: this.#seq,
      online: true,
      health: 'ok',
      ...state,
    })
  }

  #publish(topic: string, message: object): void {
    const messageId = (this.#seq % 65_535) + 1
    this.#sentAt.set(messageId, performance.now())
    this.#socket?.write(
      generate({
        cmd: 'publish',
        topic,
        payload: JSON.stringify({ id: randomUUID(), at: new Date().toISOString(), ...message }),
        qos: 1,
        messageId,
        retain: topic === topics.state(this.sn),
        dup: false,
      }),
    )
  }
}

const latencies: number[] = []
const devices = Array.from({ length: Number(count) }, (_, n) => new Device(`LOAD-${n}`, n))
for (let first = 0; first < devices.length; first += connectingAtOnce) {
  const some = devices.slice(first, first + connectingAtOnce)
  await Promise.all(some.map(device => device.connect(ms => latencies.push(ms))))
}
process.on('message', (load: Load) => void run(load).then(result => process.send?.(result)))
process.on('disconnect', () => process.exit())
process.send?.('connected')

let turn = 0

async function run({ rate, seconds }: Load): Promise<LoadResult> {
  latencies.length = 0
  const cpu = process.cpuUsage()
  const began = performance.now()
  const all = rate * seconds
  let sent = 0
  while (sent < all) {
    // What a late tick missed is made up for, so that the rate is kept.
    const due = Math.min(all, Math.floor(((performance.now() - began) / 1000) * rate))
    for (; sent < due; sent += 1) {
      const place = turn % devices.length
      if (firstStudent === undefined) devices[place]?.report()
      else devices[place]?.teach(Number(firstStudent) + place)
      turn += 1
    }
    await wait(tickMs)
  }
  const { user, system } = process.cpuUsage(cpu)
  const took = performance.now() - began
  const inTime = latencies.length
  const deadline = performance.now() + drainMs
  while (latencies.length < sent && performance.now() < deadline) await wait(tickMs)
  return {
    sent,
    acknowledged: latencies.length,
    inTime,
    ackP50: percentile(latencies, 0.5),
    ackP99: percentile(latencies, 0.99),
    seconds: (performance.now() - began) / 1000,
    cpu: (user + system) / 1000 / took,
  }
}
