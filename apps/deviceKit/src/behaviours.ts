import {
  answers,
  faults,
  heartbeat,
  ignoresExpired,
  onceOnly,
  sequence,
  sessions,
  tellsChanges,
} from './deviceBehaviours.ts'
import type { Evidence, Judgement } from './judgement.ts'
import {
  backOff,
  connectionId,
  farewell,
  jitter,
  reconnects,
  refusedQuietly,
  signIn,
  subscribes,
  will,
} from './linkBehaviours.ts'
import {
  clock,
  form,
  ids,
  nothingTwice,
  order,
  ownTopics,
  quality,
  rate,
  retained,
  sendsAgain,
  size,
} from './messageBehaviours.ts'

/** What a simulator has to do, by the name of `--only` and of the report, in the order of the report. */
export const behaviours = {
  signIn: ['以设备编号和密钥登录', signIn],
  will: ['遗嘱：内容、主题、QoS 1、保留', will],
  subscribes: ['订阅自己的命令', subscribes],
  topics: ['只用自己的主题', ownTopics],
  qos: ['每条报文都是 QoS 1', quality],
  retained: ['状态保留，其余不保留', retained],
  form: ['每条报文都合格', form],
  size: ['报文不超过 64 KiB', size],
  rate: ['平均每秒不超过 50 条', rate],
  clock: ['时钟相差不到一分钟', clock],
  ids: ['id 各不相同，重发时不变', ids],
  order: ['按先后发送', order],
  seq: ['seq 从 0 起逐一加 1', sequence],
  heartbeat: ['至少每 30 秒上报状态', heartbeat],
  onChange: ['变化时上报状态', tellsChanges],
  connectionId: ['每次连接有新的 connectionId', connectionId],
  sessions: ['训练有始有终，数据合理', sessions],
  faults: ['故障有始有终', faults],
  ack: ['及时回复命令', answers],
  twice: ['重复的命令只当作一条', onceOnly],
  expired: ['不理会过期的命令', ignoresExpired],
  resend: ['重连后补发未确认的报文', sendsAgain],
  nothingTwice: ['确认过的不再发', nothingTwice],
  reconnects: ['断线后自动重连', reconnects],
  backOff: ['重连不过密，连不上时越等越久', backOff],
  jitter: ['重连的等待带随机', jitter],
  refused: ['被拒绝后不频繁重试', refusedQuietly],
  farewell: ['正常下线前告别', farewell],
} as const satisfies Record<string, readonly [string, (evidence: Evidence) => Judgement]>

export type BehaviourName = keyof typeof behaviours
export const behaviourNames = Object.keys(behaviours) as BehaviourName[]
