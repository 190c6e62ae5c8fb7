import type {
  AckMessage,
  CommandMessage,
  FaultMessage,
  SessionEnd,
  SessionStart,
  StateReport,
} from '@drivesim/contract/devices/telemetry/telemetry'
import { commandMessage, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { connect, type MqttClient } from 'mqtt'
import { agreed, type Manner } from './manner.ts'
import { noteAck, type Statistics } from './statistics.ts'

const heartbeatMs = 30_000
/** How long a farewell may take: whoever stops the server waits for it. */
const patienceMs = 800
const reconnectMs = { first: 1_000, longest: 30_000 } as const

export interface SimulatorOptions {
  readonly url: string
  readonly sn: string
  readonly key: string
  readonly protocolVersion: 4 | 5
  readonly statistics: Statistics
  readonly software?: string
  readonly headsetIp?: string
  /** How its program says things; missing: as agreed. */
  readonly manner?: Manner
  /** What it calls itself to the broker, where that is not its number: a second machine from the same disk image. */
  readonly clientId?: string
  /** Hears of every event that the broker acknowledged, by the event's id. */
  readonly onAcked?: (id: string) => void
  /** Asked before every connect: a simulator inside the server makes room for one of the same number outside. */
  readonly mayConnect?: () => boolean
}

/** One simulator as the broker sees it. Events given while there is no link are kept and sent late. */
export interface SimulatorClient {
  start(): void
  startSession(session: Pick<SessionStart, 'sessionId' | 'studentId' | 'moduleId'>): void
  endSession(session: Omit<SessionEnd, 'id' | 'at' | 'event'>): void
  raiseFault(code: string, text: string): void
  clearFault(code: string, text: string): void
  /** A fault that was raised before this program ran. */
  inheritFault(code: string): void
  /** Drops the link without a farewell; it comes back by itself. */
  cut(milliseconds: number): void
  /** Ends as a program that crashes: without a farewell, and of a lesson under way nothing more is heard. It starts again. */
  crash(milliseconds: number): void
  /** Says farewell and disconnects; `start` brings it back. */
  stop(): Promise<void>
  isLocked(): boolean
  /** Called when staff restart the simulator, before it disconnects. */
  onRestart(handler: () => void): void
}

type Event = SessionStart | SessionEnd | FaultMessage | AckMessage

/** Makes a simulator that connects when started, reports its state at least every 30 s and answers commands. */
export function simulatorClient(options: SimulatorOptions): SimulatorClient {
  const { sn, statistics, manner = agreed } = options
  /** Not yet acknowledged, oldest first: sent again with the same id after a reconnect. */
  const outbox = new Map<string, { topic: string; payload: string }>()
  const faults = new Set<string>()
  let client: MqttClient | null = null
  let isUp = false
  let isWanted = false
  let activity: StateReport['activity'] = 'idle'
  let isLocked = false
  /** The lesson under way was forgotten in a crash. */
  let isForgotten = false
  let connectionId = ''
  let seq = 0
  let wait: number = reconnectMs.first
  let timer: NodeJS.Timeout | undefined
  /** Grows with every stop. */
  let life = 0
  let restarted = () => {}

  function open() {
    if (options.mayConnect?.() === false) return later(reconnectMs.longest)
    const before = connectionId
    connectionId = manner.connectionId(before)
    if (connectionId !== before) seq = 0
    const link = connect(options.url, {
      clientId: options.clientId ?? sn,
      username: sn,
      password: options.key,
      protocolVersion: options.protocolVersion,
      clean: true,
      keepalive: 45,
      connectTimeout: 15_000,
      // a new connection needs a new will, which a reconnect of the library would not give
      reconnectPeriod: 0,
      will: { topic: topics.state(sn), payload: farewell(), qos: 1, retain: true },
    })
    client = link
    link.on('connect', () => linkUp(link))
    link.on('message', (_topic, payload) => obey(payload.toString()))
    link.on('error', error => {
      statistics.refused += 1
      statistics.refusal = error.message || '连不上服务器'
    })
    link.on('close', () => linkDown(link))
  }

  function linkUp(link: MqttClient) {
    isUp = true
    wait = reconnectMs.first
    statistics.connected += 1
    link.subscribe(topics.command(sn), { qos: 1 })
    report()
    for (const id of outbox.keys()) send(id)
  }

  function linkDown(link: MqttClient) {
    if (client !== link) return
    client = null
    if (isUp) statistics.connected -= 1
    isUp = false
    link.end(true)
    if (!isWanted) return clearTimeout(timer)
    later(wait * (0.75 + Math.random() / 2))
    wait = Math.min(wait * 2, reconnectMs.longest)
  }

  function later(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(open, milliseconds)
  }

  const written = (message: object) => JSON.stringify(manner.written(message))
  const stamp = () => ({ id: manner.newId(), at: new Date(manner.now()).toISOString() })

  const farewell = () => JSON.stringify({ connectionId, online: false })

  /** The present, on every change and at least every 30 s; what it replaces need not be kept. */
  function report() {
    if (client === null || !isUp) return
    const state: StateReport = {
      ...stamp(),
      connectionId,
      seq,
      online: true,
      activity,
      health: faults.size > 0 ? 'fault' : 'ok',
      ...(options.software === undefined ? {} : { software: options.software }),
      ...(options.headsetIp === undefined ? {} : { headsetIp: options.headsetIp }),
    }
    seq += 1
    publish(client, topics.state(sn), written(state), true, () => {})
    clearTimeout(timer)
    // a little early and spread out, so that thousands started together drift apart
    timer = setTimeout(report, heartbeatMs * (0.85 + 0.15 * Math.random()))
  }

  function tell(topic: string, event: Event) {
    outbox.set(event.id, { topic, payload: written(event) })
    statistics.waiting += 1
    send(event.id)
  }

  function send(id: string) {
    const event = outbox.get(id)
    if (event === undefined || client === null || !isUp) return
    publish(client, event.topic, event.payload, false, () => {
      if (outbox.delete(id)) statistics.waiting -= 1
      options.onAcked?.(id)
    })
  }

  function publish(link: MqttClient, topic: string, payload: string, retain: boolean, acked: () => void) {
    const sentAt = performance.now()
    statistics.sent += 1
    link.publish(topic, payload, { qos: 1, retain }, error => {
      if (error) return
      noteAck(statistics, performance.now() - sentAt)
      acked()
    })
  }

  function obey(payload: string) {
    const parsed = commandMessage.safeParse(parseJson(payload))
    if (!parsed.success || Date.parse(parsed.data.expiresAt) < Date.now()) return
    const { id, command } = parsed.data
    if (command === 'lock') isLocked = true
    if (command === 'unlock') isLocked = false
    tell(topics.ack(sn), { id, at: new Date().toISOString(), ok: true, text: answers[command] })
    if (command === 'restart') restart()
  }

  function restart() {
    restarted()
    isLocked = false
    const ours = life + 1
    void stop().then(() => {
      // stopped for good while it was on its way down
      if (life !== ours) return
      isWanted = true
      later(3_000 + Math.random() * 5_000)
    })
  }

  async function stop() {
    life += 1
    isWanted = false
    clearTimeout(timer)
    const link = client
    if (link === null) return
    const isSaid = isUp && (await goodbye(link))
    await new Promise<void>(done => link.end(!isSaid, {}, () => done()))
  }

  /** The farewell comes after everything sent before it; a broker that does not answer is not waited for. */
  function goodbye(link: MqttClient): Promise<boolean> {
    return new Promise(done => {
      const patience = setTimeout(() => done(false), patienceMs)
      const finish = (isSaid: boolean) => {
        clearTimeout(patience)
        done(isSaid)
      }
      publish(link, topics.state(sn), farewell(), true, () => finish(true))
      link.once('close', () => finish(false))
    })
  }

  return {
    start() {
      if (isWanted) return
      isWanted = true
      open()
    },
    stop,
    isLocked: () => isLocked,
    onRestart(handler) {
      restarted = handler
    },
    startSession(session) {
      activity = 'training'
      isForgotten = false
      statistics.started += 1
      tell(topics.session(sn), { ...stamp(), event: 'start', ...session })
      report()
    },
    endSession(session) {
      activity = 'idle'
      if (isForgotten) return
      statistics.ended += 1
      tell(topics.session(sn), { ...stamp(), event: 'end', ...session })
      report()
    },
    raiseFault(code, text) {
      faults.add(code)
      tell(topics.fault(sn), { ...stamp(), event: 'raised', code, text })
      report()
    },
    clearFault(code, text) {
      if (!faults.delete(code)) return
      tell(topics.fault(sn), { ...stamp(), event: 'cleared', code, text })
      report()
    },
    inheritFault(code) {
      faults.add(code)
    },
    crash(milliseconds) {
      if (client === null || !isWanted) return
      linkDown(client)
      isForgotten = activity === 'training'
      activity = 'idle'
      statistics.waiting -= outbox.size
      outbox.clear()
      later(milliseconds)
    },
    cut(milliseconds) {
      const link = client
      if (link === null || !isWanted) return
      linkDown(link)
      later(milliseconds)
    },
  }
}

const answers: Record<CommandMessage['command'], string> = {
  lock: '设备已锁定',
  unlock: '设备已解锁',
  restart: '设备正在重启',
  reloadConfig: '配置已重新加载',
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
