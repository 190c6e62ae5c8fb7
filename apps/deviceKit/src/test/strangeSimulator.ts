import { randomUUID } from 'node:crypto'
import { commandMessage, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'

/** A message before it is sent. */
export interface Draft {
  readonly channel: 'state' | 'session' | 'fault' | 'ack'
  readonly body: Record<string, unknown>
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  /** Another than the channel's. */
  readonly topic?: string
}

/** What a simulator does; a test changes one. Times in milliseconds. */
export interface Habits {
  options(options: IClientOptions, connection: number): IClientOptions
  connectionId(before: string): string
  firstSeq: number
  /** Between two reports. */
  heartbeat: number
  reportsChanges: boolean
  /** What is sent instead of a message. */
  sends(draft: Draft): Draft[]
  /** What is sent after a connection was lost. */
  again(unacknowledged: Draft[], acknowledged: Draft[]): Draft[]
  subscribes: 0 | 1
  /** After how long it connects again; null: never. @param row attempts since it was connected @param cuts all of them */
  wait(after: 'cut' | 'refused', row: number, cuts: number): number | null
  /** Answers to a command, which came so many times. */
  answers(id: string, times: number, command: string): string[]
  ignoresExpired: boolean
  saysFarewell: boolean
}

/** By chance for others; a test must not fall by it. After the first wait they grow. */
export const wait = (row: number, cuts: number): number =>
  row === 0 ? 100 * (1 + (cuts % 4)) : ([400, 500][row - 1] ?? 1_000)

export const goodHabits: Habits = {
  options: options => options,
  connectionId: () => randomUUID(),
  firstSeq: 0,
  heartbeat: 500,
  reportsChanges: true,
  sends: draft => [draft],
  again: unacknowledged => unacknowledged,
  subscribes: 1,
  wait: (_after, row, cuts) => wait(row, cuts),
  answers: (id, count) => (count === 1 ? [id] : []),
  ignoresExpired: true,
  saysFarewell: true,
}

const sn = 'SIM-1'

/** A simulator by another hand than the fleet's, which has a lesson and a fault as soon as it is connected. */
export class StrangeSimulator {
  readonly #url: string
  readonly #habits: Habits
  readonly #pace: number
  #client: MqttClient | null = null
  #isUp = false
  #isStopped = false
  #connections = 0
  #connectionId = ''
  #seq = 0
  #row = 0
  #cuts = 0
  #activity = 'idle'
  #health = 'ok'
  readonly #waiting = new Set<Draft>()
  readonly #acknowledged = new Set<Draft>()
  readonly #commands = new Map<string, number>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(url: string, habits: Partial<Habits>, pace: number) {
    this.#url = url
    this.#habits = { ...goodHabits, ...habits }
    this.#pace = pace
    this.#open()
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#client?.end(true)
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, milliseconds * this.#pace)
    this.#timers.add(timer)
  }

  #open(): void {
    this.#connectionId = this.#habits.connectionId(this.#connectionId)
    this.#seq = this.#habits.firstSeq
    const will = { ...this.#farewell(), qos: 1 as const, retain: true }
    const options = { username: sn, password: 'key', clientId: sn, reconnectPeriod: 0, will }
    const client = connect(this.#url, this.#habits.options(options, this.#connections))
    this.#connections += 1
    this.#client = client
    let isRefused = false
    client.on('connect', () => this.#connected(client))
    client.on('message', (_topic, payload) => this.#obey(String(payload)))
    client.on('error', error => {
      isRefused ||= /refused:/i.test(error.message)
    })
    client.on('close', () => this.#lost(client, isRefused ? 'refused' : 'cut'))
  }

  #connected(client: MqttClient): void {
    const isFirst = !this.#isUp && this.#cuts === 0
    this.#isUp = true
    this.#row = 0
    client.subscribe(topics.command(sn), { qos: this.#habits.subscribes })
    this.#report()
    this.#beat(client)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    const again = this.#habits.again(waiting, isFirst ? [] : [...this.#acknowledged])
    for (const draft of again) this.#publish(draft)
    if (isFirst) this.#live()
  }

  #lost(client: MqttClient, how: 'cut' | 'refused'): void {
    if (this.#client !== client || this.#isStopped) return
    this.#client = null
    this.#isUp = false
    if (this.#row === 0) this.#cuts += 1
    const wait = this.#habits.wait(how, this.#row, this.#cuts)
    this.#row += 1
    if (wait !== null) this.#later(wait, () => this.#open())
  }

  #beat(client: MqttClient): void {
    this.#later(this.#habits.heartbeat, () => {
      if (this.#client !== client) return
      this.#report()
      this.#beat(client)
    })
  }

  /** A lesson of a moment, and a fault. */
  #live(): void {
    const lesson = { sessionId: randomUUID(), studentId: 7, moduleId: 1 }
    const startedAt = new Date().toISOString()
    const fault = { code: 'E101', text: '头显追踪丢失' }
    this.#inTurns([
      () => this.#change('session', { event: 'start', ...lesson }, () => (this.#activity = 'training')),
      () => {
        const result = { startedAt, effectiveSeconds: 0, score: 90, passed: true }
        const errors = [{ subSubjectId: 201, text: '车身出线', points: 10, atSecond: 0 }]
        const end = { event: 'end', ...lesson, ...result, errors }
        this.#change('session', end, () => (this.#activity = 'idle'))
      },
      () => this.#change('fault', { event: 'raised', ...fault }, () => (this.#health = 'fault')),
      () => this.#change('fault', { event: 'cleared', ...fault }, () => (this.#health = 'ok')),
    ])
  }

  /** Each a moment after the one before, however late that was. */
  #inTurns([act, ...rest]: (() => void)[]): void {
    act?.()
    if (rest.length > 0) this.#later(250, () => this.#inTurns(rest))
  }

  #change(channel: Draft['channel'], body: Record<string, unknown>, change: () => void): void {
    this.#send(channel, { ...stamp(), ...body })
    change()
    if (this.#habits.reportsChanges) this.#report()
  }

  #report(): void {
    const said = { activity: this.#activity, health: this.#health, online: true }
    this.#send('state', { ...stamp(), connectionId: this.#connectionId, seq: this.#seq, ...said })
    this.#seq += 1
  }

  #send(channel: Draft['channel'], body: Record<string, unknown>): void {
    const draft = { channel, body, qos: 1 as const, retain: channel === 'state' }
    for (const one of this.#habits.sends(draft)) this.#publish(one)
  }

  #publish(draft: Draft): void {
    if (!this.#isUp) return
    const { channel, body, qos, retain, topic = topics[channel](sn) } = draft
    if (channel !== 'state') this.#waiting.add(draft)
    this.#client?.publish(topic, JSON.stringify(body), { qos, retain }, error => {
      if (error || channel === 'state') return
      this.#waiting.delete(draft)
      this.#acknowledged.add(draft)
    })
  }

  #obey(payload: string): void {
    const { id, command, expiresAt } = commandMessage.parse(JSON.parse(payload))
    if (this.#habits.ignoresExpired && Date.parse(expiresAt) < Date.now()) return
    const times = (this.#commands.get(id) ?? 0) + 1
    this.#commands.set(id, times)
    for (const answered of this.#habits.answers(id, times, command))
      this.#send('ack', { id: answered, at: new Date().toISOString(), ok: true, text: `${times}` })
    if (command === 'restart') this.#restart()
  }

  #restart(): void {
    const client = this.#client
    if (this.#habits.saysFarewell) {
      const { topic, payload } = this.#farewell()
      client?.publish(topic, payload, { qos: 1, retain: true })
    }
    client?.end()
  }

  #farewell() {
    const payload = JSON.stringify({ connectionId: this.#connectionId, online: false })
    return { topic: topics.state(sn), payload }
  }
}

const stamp = () => ({ id: randomUUID(), at: new Date().toISOString() })
