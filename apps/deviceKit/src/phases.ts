import { randomUUID } from 'node:crypto'
import type { CommandName } from '@drivesim/contract/devices/telemetry/telemetry'
import type { BehaviourName } from './behaviours.ts'
import type { KitBroker } from './broker.ts'
import { type Before, type CommandKind, type Journal, now } from './journal.ts'
import { heardOf } from './judgement.ts'
import { enoughWaits, rowOfAttempts } from './linkBehaviours.ts'
import type { Times } from './times.ts'

/** What a phase works with. */
export interface Stage {
  readonly journal: Journal
  readonly broker: KitBroker
  readonly times: Times
  readonly signal: AbortSignal
  readonly address: string
}

/** A part of the examination: it goes on by itself as soon as it saw what it wants. */
export interface Phase {
  readonly title: string
  /** What somebody at the device should do now, or what the kit does. */
  readonly says: (stage: Stage) => string
  /** What is judged by it. The first phase is always there. */
  readonly serves: readonly BehaviourName[]
  /** @returns whether it saw what it wants */
  readonly run: (stage: Stage) => Promise<boolean>
}

const until = ({ journal, signal }: Stage, holds: () => boolean, patience: number | null) =>
  journal.until(holds, patience, signal)

/** Lets time pass. */
const pass = (stage: Stage, milliseconds: number) => until(stage, () => false, milliseconds)

/** The device is connected, and has been for a moment. @returns whether it came in time */
async function connected(stage: Stage, patience: number | null = stage.times.reconnect): Promise<boolean> {
  const { journal, times } = stage
  const from = now()
  for (;;) {
    if (!(await until(stage, () => journal.line !== null, patience))) {
      const end = journal.line === null ? journal.lastEnd : null
      if (end !== null && end.at <= from) journal.givenUp.push(end.how)
      return false
    }
    const { line } = journal
    await until(stage, () => journal.line !== line, Math.max(0, (line?.at ?? 0) + times.steady - now()))
    if (journal.line === line) return true
  }
}

/** When an expired command was given: by any clock that is not far out it has expired. Milliseconds. */
const longAgo = 3_600_000

/** Sends a command. @returns its id */
function give({ journal, broker, times }: Stage, kind: CommandKind, command: CommandName): string {
  const id = randomUUID()
  const at = Date.now()
  const [sentAt, expiresAt] = (
    kind === 'expired' ? [at - longAgo, at - longAgo + times.commandLife] : [at, at + times.commandLife]
  ).map(moment => new Date(moment).toISOString())
  const message = { id, at: sentAt ?? '', expiresAt: expiresAt ?? '', command }
  journal.commands.push({ at: now(), kind, command: message })
  broker.command(message)
  if (kind === 'twice') broker.command(message, true)
  return id
}

const answered = (journal: Journal, id: string) =>
  journal.messages.some(({ message }) => message?.kind === 'ack' && message.body.id === id)

/** A fault was raised, and was cleared after that. */
function isCleared(journal: Journal): boolean {
  const told = heardOf(journal, 'fault').map(one => one.message.body)
  return told.some(
    (one, index) =>
      one.event === 'raised' &&
      told.slice(index).some(({ event, code }) => event === 'cleared' && code === one.code),
  )
}

async function attempts(stage: Stage, how: Before, count: number): Promise<boolean> {
  const { journal, times } = stage
  for (let done = 1; done <= count; done += 1) {
    const before = journal.attempts.length
    if (!(await until(stage, () => journal.attempts.length > before, times.reconnect))) {
      journal.givenUp.push(done === 1 ? 'cut' : how)
      return false
    }
  }
  return true
}

export const phases: readonly Phase[] = [
  {
    title: '连接',
    says: ({ address }) =>
      `请启动模拟器，让它连接到 ${address}（任意设备编号和密钥，除非已用 --sn、--key 指定）`,
    serves: [],
    run: stage => connected(stage, stage.times.human === null ? null : stage.times.reconnect),
  },
  {
    title: '训练',
    says: () => '请在模拟器上开始一次训练，然后结束',
    serves: ['sessions', 'onChange'],
    async run(stage) {
      const { journal, times } = stage
      const ended = () => {
        const ends = heardOf(journal, 'end').map(one => one.message.body.sessionId)
        return heardOf(journal, 'start').some(one => ends.includes(one.message.body.sessionId))
      }
      const isSeen = await until(stage, ended, times.human)
      await pass(stage, times.change)
      return isSeen
    },
  },
  {
    title: '故障',
    says: ({ journal }) =>
      isCleared(journal) ? '故障和恢复已经看到' : '请在模拟器上制造一次故障（如拔下头显），再恢复',
    serves: ['faults', 'onChange'],
    async run(stage) {
      const { journal, times } = stage
      const isSeen = await until(stage, () => isCleared(journal), times.human)
      await pass(stage, times.change)
      return isSeen
    },
  },
  {
    title: '命令',
    says: () => '正在下发命令 reloadConfig，等待回复',
    serves: ['ack'],
    async run(stage) {
      if (!(await connected(stage))) return false
      const id = give(stage, 'plain', 'reloadConfig')
      return await until(stage, () => answered(stage.journal, id), stage.times.commandLife)
    },
  },
  {
    title: '重复的命令',
    says: () => '正在把同一条命令下发两次',
    serves: ['twice'],
    async run(stage) {
      if (!(await connected(stage))) return false
      const id = give(stage, 'twice', 'reloadConfig')
      await pass(stage, stage.times.settle)
      return answered(stage.journal, id)
    },
  },
  {
    title: '过期的命令',
    says: () => '正在下发一条早已过期的命令，设备应不理会',
    serves: ['expired'],
    async run(stage) {
      if (!(await connected(stage))) return false
      give(stage, 'expired', 'reloadConfig')
      await pass(stage, stage.times.settle)
      return true
    },
  },
  {
    title: '状态',
    says: ({ times }) => `正在观察 ${Math.ceil(times.heartbeat / 1000)} 秒，看状态是否按时上报`,
    serves: ['heartbeat', 'seq'],
    async run(stage) {
      const { journal, times } = stage
      if (!(await connected(stage))) return false
      const { line } = journal
      const most = times.heartbeat + times.heartbeatSlack
      const from = now()
      const isOver = () => journal.line !== line
      const isHeard = () => heardOf(journal, 'report').some(one => one.at > from)
      await until(stage, () => isOver() || isHeard(), most + times.heartbeatSlack)
      await until(stage, isOver, Math.max(0, (line?.at ?? 0) + most + times.heartbeatSlack - now()))
      return journal.line === line
    },
  },
  {
    title: '不确认',
    says: () => '正在下发命令而不确认回复，随后断开：设备重连后应以同样的 id 补发',
    serves: ['resend', 'order', 'nothingTwice'],
    async run(stage) {
      const { journal, broker, times } = stage
      if (!(await connected(stage))) return false
      broker.conduct.withholds = true
      const given = [give(stage, 'withheld', 'reloadConfig'), give(stage, 'withheld', 'unlock')]
      await until(stage, () => given.every(id => answered(journal, id)), times.settle)
      broker.conduct.withholds = false
      broker.cut()
      if (!(await connected(stage))) return false
      const owed = () =>
        journal.messages.some(
          one => one.withheld && one.first === null && !journal.messages.some(other => other.first === one),
        )
      return await until(stage, () => !owed(), times.resend)
    },
  },
  {
    title: '断线',
    says: () => '正在反复断开连接，设备应自动重连',
    serves: ['reconnects', 'connectionId', 'jitter', 'nothingTwice'],
    async run(stage) {
      const { journal, broker } = stage
      const cuts = () => journal.attempts.filter(({ before }) => before?.how === 'cut').length
      while (cuts() < enoughWaits) {
        if (!(await connected(stage))) return false
        broker.cut()
        if (!(await attempts(stage, 'cut', 1))) return false
      }
      return await connected(stage)
    },
  },
  {
    title: '服务器停机',
    says: () => '正在断开连接并连续几次拒不接受，设备应越等越久',
    serves: ['backOff'],
    async run(stage) {
      const { broker } = stage
      if (!(await connected(stage))) return false
      broker.conduct.drops = true
      broker.cut()
      const isSeen = await attempts(stage, 'dropped', rowOfAttempts)
      broker.conduct.drops = false
      return isSeen && (await connected(stage))
    },
  },
  {
    title: '正常下线',
    says: () => '正在下发命令 restart；设备若不会自己重启，请正常退出模拟器的程序，再打开',
    serves: ['farewell', 'ack'],
    async run(stage) {
      const { journal, times } = stage
      if (!(await connected(stage))) return false
      const { line } = journal
      const id = give(stage, 'restart', 'restart')
      await until(stage, () => answered(journal, id) || journal.line !== line, times.commandLife)
      const obeys = journal.messages.some(
        ({ message: said }) => said?.kind === 'ack' && said.body.id === id && said.body.ok,
      )
      if (line !== null && obeys) line.isLeaving = true
      const hasLeft = await until(stage, () => journal.line !== line, times.human)
      return hasLeft && (await connected(stage))
    },
  },
  {
    title: '拒绝登录',
    says: () => '正在断开连接并连续几次拒绝登录，如同密钥不对；设备应越等越久',
    serves: ['refused'],
    async run(stage) {
      const { broker } = stage
      if (!(await connected(stage))) return false
      broker.conduct.refuses = true
      broker.cut()
      const isSeen = await attempts(stage, 'refused', rowOfAttempts)
      broker.conduct.refuses = false
      return isSeen && (await connected(stage))
    },
  },
]
