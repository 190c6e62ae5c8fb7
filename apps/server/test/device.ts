import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { topics } from '@drivesim/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { patience } from './pace.ts'

/** Asks again until the answer is not undefined, false or an exception; the last exception is the failure. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = patience(8_000),
  everyMs = 15,
): Promise<T> {
  const deadline = performance.now() + deadlineMs
  let last: unknown
  while (performance.now() < deadline) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
    } catch (error) {
      last = error
    }
    await wait(everyMs)
  }
  throw new Error(`never so within ${deadlineMs} ms: ${what}`, { cause: last })
}

export interface Credentials {
  sn: string
  key: string
}

export interface Device {
  readonly client: MqttClient
  readonly connectionId: string
  /** Rejects when the connection ends. */
  readonly closed: Promise<never>
  /** Commands as they came. */
  readonly commands: { id: string; command: string; expiresAt: string }[]
  /** Sends a message and waits for its acknowledgement. */
  send(topic: 'state' | 'session' | 'fault' | 'ack', message: object | string): Promise<void>
  /** A state report, with the next number of the connection. */
  report(state?: object): Promise<void>
  start(session: { sessionId: string; at?: string; studentId?: number; moduleId?: number }): Promise<void>
  end(session: EndOfSession): Promise<void>
  fault(event: 'raised' | 'cleared', code: string, at?: string): Promise<void>
  /** Cuts the link without a farewell: the broker sends the will. */
  cut(): void
  /** Leaves with a farewell of its own. */
  leave(): Promise<void>
}

export interface EndOfSession {
  sessionId: string
  startedAt: string
  at?: string
  id?: string
  studentId?: number
  moduleId?: number
  effectiveSeconds?: number
  score?: number
  errors?: readonly { subSubjectId: number; text: string; points: number }[]
}

interface Options {
  version?: 4 | 5
  clientId?: string
  connectionId?: string
  /** Without a will a dead link is found out by its silence. */
  will?: boolean
  clean?: boolean
}

/** A simulator as the broker sees it. @throws when it is not let in */
export async function connectDevice(
  url: string,
  { sn, key }: Credentials,
  options: Options = {},
): Promise<Device> {
  const connectionId = options.connectionId ?? randomUUID()
  const farewell = JSON.stringify({ connectionId, online: false })
  // Without `false` a connection that closes before it is answered would be waited for forever.
  const client = await mqtt.connectAsync(
    url,
    {
      username: sn,
      password: key,
      clientId: options.clientId ?? sn,
      protocolVersion: options.version ?? 4,
      clean: options.clean ?? true,
      reconnectPeriod: 0,
      connectTimeout: 4_000,
      ...(options.will === false
        ? {}
        : {
            will: { topic: topics.state(sn), payload: Buffer.from(farewell), qos: 1 as const, retain: true },
          }),
    },
    false,
  )
  client.on('error', () => undefined)
  const commands: Device['commands'] = []
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString())))
  const closed = new Promise<never>((_, fail) => client.once('close', () => fail(new Error('cut'))))
  closed.catch(() => undefined)
  let seq = 0
  const now = () => new Date().toISOString()
  const send: Device['send'] = async (topic, message) => {
    await client.publishAsync(
      topics[topic](sn),
      typeof message === 'string' ? message : JSON.stringify(message),
      {
        qos: 1,
      },
    )
  }
  return {
    client,
    connectionId,
    closed,
    commands,
    send,
    report(state = {}) {
      seq += 1
      const fixed = { id: randomUUID(), at: now(), connectionId, seq, online: true }
      return send('state', { ...fixed, activity: 'idle', health: 'ok', ...state })
    },
    start: session =>
      send('session', { id: randomUUID(), at: now(), event: 'start', studentId: 1, moduleId: 1, ...session }),
    end: session =>
      send('session', {
        id: randomUUID(),
        at: now(),
        event: 'end',
        studentId: 1,
        moduleId: 1,
        effectiveSeconds: 10,
        score: 90,
        passed: true,
        errors: [],
        ...session,
      }),
    fault: (event, code, at = now()) =>
      send('fault', { id: randomUUID(), at, event, code, text: '方向盘传感器' }),
    cut: () => client.stream.destroy(),
    async leave() {
      await send('state', farewell)
      await client.endAsync()
    },
  }
}
