import type {
  AckMessage,
  CommandMessage,
  FaultMessage,
  SessionEnd,
  SessionStart,
  StateReport,
} from '@drivesim/contract/devices/telemetry/telemetry'
import { topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { agreedTimes, Link, type LinkOptions } from './link.ts'
import { agreedManner, type Manner } from './manner.ts'
import { Outbox } from './outbox.ts'

export interface SimulatorOptions extends LinkOptions {
  readonly software?: string
  readonly headsetIp?: string
  /** Hears of every event that the broker acknowledged, by the event's id. */
  readonly onAcked?: (id: string) => void
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

/** More than a person gives in the minute that a command lives. */
const mostDone = 50

type Event = SessionStart | SessionEnd | FaultMessage | AckMessage

/** Makes a simulator that connects when started, reports its state at least every 30 s and answers commands. */
export const simulatorClient = (options: SimulatorOptions): SimulatorClient => new Simulator(options)

class Simulator implements SimulatorClient {
  readonly #options: SimulatorOptions
  readonly #manner: Manner
  readonly #link: Link
  readonly #outbox: Outbox
  readonly #faults = new Set<string>()
  /** Commands that were done: a broker may give one twice. */
  readonly #done: string[] = []
  #activity: StateReport['activity'] = 'idle'
  #isLocked = false
  /** The lesson under way was forgotten in a crash. */
  #isForgotten = false
  #restarted = () => {}

  constructor(options: SimulatorOptions) {
    this.#options = options
    this.#manner = options.manner ?? agreedManner
    this.#link = new Link(options, {
      connected: () => {
        this.#report()
        this.#outbox.sendAgain()
      },
      commanded: command => this.#obey(command),
    })
    this.#outbox = new Outbox(this.#link, options)
  }

  start(): void {
    this.#link.start()
  }

  stop(): Promise<void> {
    return this.#link.stop()
  }

  isLocked(): boolean {
    return this.#isLocked
  }

  onRestart(handler: () => void): void {
    this.#restarted = handler
  }

  startSession(session: Pick<SessionStart, 'sessionId' | 'studentId' | 'moduleId'>): void {
    this.#activity = 'training'
    this.#isForgotten = false
    this.#options.statistics.started += 1
    this.#tell(topics.session(this.#options.sn), { ...this.#stamp(), event: 'start', ...session })
    this.#report()
  }

  endSession(session: Omit<SessionEnd, 'id' | 'at' | 'event'>): void {
    this.#activity = 'idle'
    if (this.#isForgotten) return
    this.#options.statistics.ended += 1
    this.#tell(topics.session(this.#options.sn), { ...this.#stamp(), event: 'end', ...session })
    this.#report()
  }

  raiseFault(code: string, text: string): void {
    this.#faults.add(code)
    this.#tell(topics.fault(this.#options.sn), { ...this.#stamp(), event: 'raised', code, text })
    this.#report()
  }

  clearFault(code: string, text: string): void {
    if (!this.#faults.delete(code)) return
    this.#tell(topics.fault(this.#options.sn), { ...this.#stamp(), event: 'cleared', code, text })
    this.#report()
  }

  inheritFault(code: string): void {
    this.#faults.add(code)
  }

  crash(milliseconds: number): void {
    if (!this.#link.drop(milliseconds)) return
    this.#isForgotten = this.#activity === 'training'
    this.#activity = 'idle'
    this.#outbox.forget()
  }

  cut(milliseconds: number): void {
    this.#link.drop(milliseconds)
  }

  /** The present, on every change and at least every 30 s; what it replaces need not be kept. */
  #report(): void {
    if (!this.#link.isUp) return
    const { sn, software, headsetIp } = this.#options
    const state: StateReport = {
      ...this.#stamp(),
      ...this.#link.nextNumber(),
      online: true,
      activity: this.#activity,
      health: this.#faults.size > 0 ? 'fault' : 'ok',
      ...(software === undefined ? {} : { software }),
      ...(headsetIp === undefined ? {} : { headsetIp }),
    }
    this.#link.publish({ topic: topics.state(sn), payload: this.#written(state), retain: true }, () => {})
    // a little early and spread out, so that thousands started together drift apart
    const { heartbeat } = this.#options.times ?? agreedTimes
    this.#link.later(heartbeat * (0.85 + 0.15 * Math.random()), () => this.#report())
  }

  #tell(topic: string, event: Event): void {
    this.#outbox.add(event.id, { topic, payload: this.#written(event), retain: false })
  }

  #obey({ id, command }: CommandMessage): void {
    if (this.#done.includes(id)) return
    if (this.#done.push(id) > mostDone) this.#done.shift()
    if (command === 'lock') this.#isLocked = true
    if (command === 'unlock') this.#isLocked = false
    const at = new Date().toISOString()
    this.#tell(topics.ack(this.#options.sn), { id, at, ok: true, text: answers[command] })
    if (command === 'restart') this.#restart()
  }

  #restart(): void {
    this.#restarted()
    this.#isLocked = false
    this.#link.restart()
  }

  #written(message: object): string {
    return JSON.stringify(this.#manner.written(message))
  }

  #stamp(): { id: string; at: string } {
    return { id: this.#manner.newId(), at: new Date(this.#manner.now()).toISOString() }
  }
}

const answers: Record<CommandMessage['command'], string> = {
  lock: '设备已锁定',
  unlock: '设备已解锁',
  restart: '设备正在重启',
  reloadConfig: '配置已重新加载',
}
