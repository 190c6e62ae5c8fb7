import {
  type AckMessage,
  type CommandMessage,
  type FaultMessage,
  type SessionEnd,
  type SessionStart,
  type StateReport,
  topics,
} from './telemetry.ts'

/**
 * One lesson as its simulator tells it, from connecting to the farewell: what `docs/mqtt.md` shows, and the examples of
 * `/docs/mqtt.json`. It is ten in the morning in Shanghai.
 */

const sn = 'SIM-0017'
const connectionId = '0b6d1f5e-7c1c-4c39-9d55-6f7a3a1f9b21'
const at = (time: string) => `2026-11-26T${time}Z`

const idle: StateReport = {
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c01',
  at: at('02:00:00.000'),
  connectionId,
  seq: 0,
  online: true,
  activity: 'idle',
  health: 'ok',
  software: '4.2.1',
  headsetIp: '192.168.10.17',
}
const start: SessionStart = {
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c02',
  at: at('02:00:20.000'),
  event: 'start',
  sessionId: 'c1a2d3e4-0017-4aaa-8bbb-202611261000',
  studentId: 20731,
  moduleId: 3,
}
const training: StateReport = {
  ...idle,
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c03',
  at: start.at,
  seq: 1,
  activity: 'training',
}
const raised: FaultMessage = {
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c04',
  at: at('02:12:41.500'),
  event: 'raised',
  code: 'E203',
  text: '方向盘力反馈电机过热',
}
const faulty: StateReport = {
  ...training,
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c05',
  at: raised.at,
  seq: 2,
  health: 'fault',
}
const command: CommandMessage = {
  id: '9e8d7c6b-5a49-4838-9271-605f4e3d2c1b',
  at: at('02:13:02.000'),
  expiresAt: at('02:14:02.000'),
  command: 'reloadConfig',
}
const ack: AckMessage = { id: command.id, at: at('02:13:02.400'), ok: true, text: '配置已重新加载' }
const cleared: FaultMessage = {
  ...raised,
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c06',
  at: at('02:15:30.000'),
  event: 'cleared',
}
const well: StateReport = {
  ...training,
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c07',
  at: cleared.at,
  seq: 3,
}
const end: SessionEnd = {
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c08',
  at: at('02:40:20.000'),
  event: 'end',
  sessionId: start.sessionId,
  studentId: start.studentId,
  moduleId: start.moduleId,
  startedAt: start.at,
  effectiveSeconds: 2290,
  score: 85,
  passed: true,
  errors: [
    { subSubjectId: 201, text: '倒车入库压线', points: 10, atSecond: 412 },
    { subSubjectId: 204, text: '转弯未打转向灯', points: 5, atSecond: 1730 },
  ],
}
const idleAgain: StateReport = {
  ...idle,
  id: '5f0c7f1e-8f5b-4b52-8f8e-0d6f0a3b1c09',
  at: end.at,
  seq: 4,
}
const farewell = { connectionId, online: false }

/** A message of the lesson. */
export interface Told {
  readonly topic: string
  readonly payload: object
  /** Why it is sent now. */
  readonly because: string
}

const told = (channel: keyof typeof topics, payload: object, because: string): Told => ({
  topic: topics[channel](sn),
  payload,
  because,
})

export const lesson: readonly Told[] = [
  told('state', idle, 'connected and subscribed; again at least every 30 s, with the next seq'),
  told('session', start, 'the student starts'),
  told('state', training, 'what changed is told at once'),
  told('fault', raised, 'a fault appears'),
  told('state', faulty, 'the health changed with it'),
  told('command', command, 'from the server: somebody pressed 重新加载配置'),
  told('ack', ack, 'done, under the id of the command'),
  told('fault', cleared, 'the fault is gone'),
  told('state', well, 'and so is the health'),
  told('session', end, 'the lesson is over, with all that was found'),
  told('state', idleAgain, 'idle again'),
  told('state', farewell, 'before it disconnects; the same as its last will'),
]
