import { randomUUID } from 'node:crypto'
import { type StateReport, topics } from '@drivesim/contract'
import { connectAsync, type MqttClient } from 'mqtt'
import { mqttUrl } from './api.ts'
import type { Device } from './devices.ts'

type Reported = Partial<Pick<StateReport, 'activity' | 'health' | 'software' | 'headsetIp' | 'at'>>

/** A simulator with a real MQTT connection, told step by step what to report. */
export class Simulator {
  readonly #client: MqttClient
  readonly #sn: string
  readonly #connectionId: string
  #seq = 0

  private constructor(client: MqttClient, sn: string, connectionId: string) {
    this.#client = client
    this.#sn = sn
    this.#connectionId = connectionId
  }

  /** Signs in with the device's key and reports that it is there, idle and well; another client id is another machine. */
  static async connect({ sn, key }: Pick<Device, 'sn' | 'key'>, clientId = sn): Promise<Simulator> {
    const connectionId = randomUUID()
    const client = await connectAsync(mqttUrl(), {
      clientId,
      username: sn,
      password: key,
      reconnectPeriod: 0,
      will: {
        topic: topics.state(sn),
        payload: Buffer.from(JSON.stringify({ connectionId, online: false })),
        qos: 1,
        retain: true,
      },
    })
    const simulator = new Simulator(client, sn, connectionId)
    await simulator.report({})
    return simulator
  }

  async report(state: Reported): Promise<void> {
    this.#seq += 1
    await this.#send(topics.state(this.#sn), {
      ...event(),
      connectionId: this.#connectionId,
      seq: this.#seq,
      online: true,
      activity: 'idle',
      health: 'ok',
      ...state,
    })
  }

  /** A session begins; the state follows it, as devices do. */
  async begin(studentId: number, moduleId: number) {
    const session = { sessionId: randomUUID(), studentId, moduleId, startedAt: new Date().toISOString() }
    const { startedAt: _, ...start } = session
    await this.#send(topics.session(this.#sn), { ...event(), event: 'start', ...start })
    await this.report({ activity: 'training' })
    return session
  }

  async end(session: Awaited<ReturnType<Simulator['begin']>>, score: number): Promise<void> {
    await this.#send(topics.session(this.#sn), {
      ...event(),
      event: 'end',
      ...session,
      effectiveSeconds: 0,
      score,
      passed: score >= 80,
      errors: [],
    })
    await this.report({})
  }

  /** A whole session of earlier, as a device tells it that had no network then. */
  async trained(whose: { studentId: number; moduleId: number }, startedAt: Date, minutes: number) {
    const at = new Date(startedAt.getTime() + minutes * 60_000).toISOString()
    await this.#send(topics.session(this.#sn), {
      id: randomUUID(),
      at,
      event: 'end',
      sessionId: randomUUID(),
      ...whose,
      startedAt: startedAt.toISOString(),
      effectiveSeconds: minutes * 60,
      score: 90,
      passed: true,
      errors: [],
    })
  }

  async fault(raised: boolean, code: string, text: string): Promise<void> {
    const happened = raised ? 'raised' : 'cleared'
    await this.#send(topics.fault(this.#sn), { ...event(), event: happened, code, text })
  }

  /** Commands as they come. */
  async onCommand(answer: (command: string) => { ok: boolean; text?: string }): Promise<void> {
    this.#client.on('message', (_, payload) => {
      const { id, command } = JSON.parse(payload.toString())
      void this.#send(topics.ack(this.#sn), { id, at: new Date().toISOString(), ...answer(command) })
    })
    await this.#client.subscribeAsync(topics.command(this.#sn), { qos: 1 })
  }

  /** The network is gone: no farewell, the broker publishes the will. */
  vanish(): void {
    this.#client.stream.destroy()
  }

  async leave(): Promise<void> {
    if (!this.#client.connected) return
    await this.#send(topics.state(this.#sn), { connectionId: this.#connectionId, online: false })
    await this.#client.endAsync()
  }

  /**
   * Resolves once the broker has acknowledged, that is once it is committed; throws where it hangs up
   * before (the client would wait for a connection that nobody makes again).
   */
  async #send(topic: string, message: unknown): Promise<void> {
    const client = this.#client
    const options = { qos: 1, retain: topic.endsWith('state') } as const
    await new Promise((resolve, reject) => {
      const hungUp = () => reject(new Error('the broker hung up before it acknowledged'))
      client.once('close', hungUp)
      client
        .publishAsync(topic, JSON.stringify(message), options)
        .finally(() => client.off('close', hungUp))
        .then(resolve, reject)
    })
  }
}

const event = () => ({ id: randomUUID(), at: new Date().toISOString() })
