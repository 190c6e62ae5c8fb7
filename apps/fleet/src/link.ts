import type { CommandMessage } from '@drivesim/contract/devices/telemetry/telemetry'
import { commandMessage, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { connect, type MqttClient } from 'mqtt'
import { agreedManner, type Manner } from './manner.ts'
import { noteAck, type Statistics } from './statistics.ts'

/** How long a farewell may take: whoever stops the server waits for it. */
const patienceMs = 800

/** In milliseconds; others in tests. */
export interface LinkTimes {
  readonly heartbeat: number
  /** Before the first attempt to connect again at least; each next waits twice as long, up to the longest. */
  readonly firstWait: number
  readonly longestWait: number
  /** A restart takes at least so long. */
  readonly restart: number
}
export const agreedTimes: LinkTimes = {
  heartbeat: 30_000,
  firstWait: 1_000,
  longestWait: 30_000,
  restart: 3_000,
}

export interface LinkOptions {
  readonly url: string
  readonly sn: string
  readonly key: string
  readonly protocolVersion: 4 | 5
  readonly statistics: Statistics
  /** How its program says things; missing: as agreed. */
  readonly manner?: Manner
  /** What it calls itself to the broker, where that is not its number: a second machine from the same disk image. */
  readonly clientId?: string
  /** Asked before every connect: a simulator inside the server makes room for one of the same number outside. */
  readonly mayConnect?: () => boolean
  readonly times?: LinkTimes
}

/** What a simulator hears from its link. */
interface Listener {
  readonly connected: () => void
  /** A command that has not expired. */
  readonly commanded: (command: CommandMessage) => void
}

export interface Outgoing {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

/** A simulator's connection to the broker. One that is lost is opened again, later and later, until it is stopped. */
export class Link {
  readonly #options: LinkOptions
  readonly #manner: Manner
  readonly #listener: Listener
  #client: MqttClient | null = null
  #isUp = false
  #isWanted = false
  #connectionId = ''
  #seq = 0
  readonly #times: LinkTimes
  #wait: number
  /** Of the next connect or, while the link is up, of what its simulator does later. */
  #timer: NodeJS.Timeout | undefined
  /** Grows with every stop. */
  #life = 0

  constructor(options: LinkOptions, listener: Listener) {
    this.#options = options
    this.#manner = options.manner ?? agreedManner
    this.#listener = listener
    this.#times = options.times ?? agreedTimes
    this.#wait = this.#times.firstWait
  }

  get isUp(): boolean {
    return this.#client !== null && this.#isUp
  }

  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#open()
  }

  /** Says farewell and disconnects; `start` opens it again. */
  async stop(): Promise<void> {
    this.#life += 1
    this.#isWanted = false
    clearTimeout(this.#timer)
    const client = this.#client
    if (client === null) return
    const isSaid = this.#isUp && (await this.#sayFarewell(client))
    await new Promise<void>(done => client.end(!isSaid, {}, () => done()))
  }

  /** Stops, and starts again after some seconds. */
  restart(): void {
    const ours = this.#life + 1
    void this.stop().then(() => {
      // stopped for good while it was on its way down
      if (this.#life !== ours) return
      this.#isWanted = true
      this.#openLater(this.#times.restart * (1 + Math.random() * 1.7))
    })
  }

  /** Drops the connection without a farewell and opens it again after so many milliseconds. @returns whether there was one */
  drop(milliseconds: number): boolean {
    if (this.#client === null || !this.#isWanted) return false
    this.#lose(this.#client)
    this.#openLater(milliseconds)
    return true
  }

  /** The connection's id, and the number that its next state has within it. */
  nextNumber(): { connectionId: string; seq: number } {
    const seq = this.#seq
    this.#seq += 1
    return { connectionId: this.#connectionId, seq }
  }

  /** While there is no connection nothing is sent. @param acked called once the broker has it */
  publish({ topic, payload, retain }: Outgoing, acked: () => void): void {
    if (this.#client === null || !this.#isUp) return
    const { statistics } = this.#options
    const sentAt = performance.now()
    statistics.sent += 1
    this.#client.publish(topic, payload, { qos: 1, retain }, error => {
      if (error) return
      noteAck(statistics, performance.now() - sentAt)
      acked()
    })
  }

  /** Does one thing later, unless the connection is lost before. */
  later(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, milliseconds)
  }

  #openLater(milliseconds: number): void {
    this.later(milliseconds, () => this.#open())
  }

  #open(): void {
    const { url, sn, key, protocolVersion, statistics, clientId = sn, mayConnect } = this.#options
    if (mayConnect?.() === false) {
      this.#openLater(this.#times.longestWait)
      return
    }
    const before = this.#connectionId
    this.#connectionId = this.#manner.connectionId(before)
    if (this.#connectionId !== before) this.#seq = 0
    const client = connect(url, {
      clientId,
      username: sn,
      password: key,
      protocolVersion,
      clean: true,
      keepalive: 45,
      connectTimeout: 15_000,
      // a new connection needs a new will, which a reconnect of the library would not give
      reconnectPeriod: 0,
      will: { ...this.#farewell(), qos: 1 },
    })
    this.#client = client
    client.on('connect', () => this.#connected(client))
    client.on('message', (_topic, payload) => this.#obey(payload.toString()))
    client.on('error', error => {
      statistics.refused += 1
      statistics.refusal = error.message || '连不上服务器'
    })
    client.on('close', () => this.#lose(client))
  }

  #connected(client: MqttClient): void {
    const { sn, statistics } = this.#options
    this.#isUp = true
    this.#wait = this.#times.firstWait
    statistics.connected += 1
    client.subscribe(topics.command(sn), { qos: 1 })
    this.#listener.connected()
  }

  #lose(client: MqttClient): void {
    if (this.#client !== client) return
    this.#client = null
    if (this.#isUp) this.#options.statistics.connected -= 1
    this.#isUp = false
    client.end(true)
    clearTimeout(this.#timer)
    if (!this.#isWanted) return
    this.#openLater(this.#wait * (1 + Math.random() / 2))
    this.#wait = Math.min(this.#wait * 2, this.#times.longestWait)
  }

  #obey(payload: string): void {
    const parsed = commandMessage.safeParse(parseJson(payload))
    if (!parsed.success || Date.parse(parsed.data.expiresAt) < Date.now()) return
    this.#listener.commanded(parsed.data)
  }

  #farewell(): Outgoing {
    const payload = JSON.stringify({ connectionId: this.#connectionId, online: false })
    return { topic: topics.state(this.#options.sn), payload, retain: true }
  }

  /** The farewell comes after everything sent before it; a broker that does not answer is not waited for. */
  #sayFarewell(client: MqttClient): Promise<boolean> {
    return new Promise(done => {
      const patience = setTimeout(() => done(false), patienceMs)
      const finish = (isSaid: boolean) => {
        clearTimeout(patience)
        done(isSaid)
      }
      this.publish(this.#farewell(), () => finish(true))
      client.once('close', () => finish(false))
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
