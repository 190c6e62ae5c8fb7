import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { instant } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { anyDeviceOrOps, simulatorId } from './deviceShapes.ts'

/** Why a device's line ended. */
export const lineEnds = {
  farewell: '设备正常断开',
  lost: '线路中断',
  silent: '5 分钟没有数据，服务器断开',
  tooLong: '报文过长，服务器断开',
  closed: '服务器断开（停用、换密钥或移动）',
} as const

/** What happened to a device's line, as the embedded broker saw it. */
const linkEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connected'),
    at: instant,
    /** Network address. */
    address: z.string(),
    clientId: z.string(),
    /** Version of MQTT. */
    protocol: z.string(),
  }),
  z.object({ kind: z.literal('disconnected'), at: instant, reason: choice(lineEnds) }),
  z.object({ kind: z.literal('tooLong'), at: instant, bytes: z.int() }),
  z.object({ kind: z.literal('noClientId'), at: instant, address: z.string() }),
])
export type LinkEventRow = z.output<typeof linkEvent>

/** What devices send, in the words of the screen. */
export const topicNames = { state: '状态', session: '训练', fault: '故障', ack: '指令应答' } as const

const remarkRow = z.object({
  topic: choice(topicNames),
  /** Where in the message, as a JSON path. */
  path: z.string(),
  problem: z.string(),
  /** What became of it; null: the message was refused. */
  taken: z.string().nullable(),
  /** How often, at most five minutes behind. */
  times: z.int(),
  firstAt: instant,
  lastAt: instant,
  /** The beginning of the last such message. */
  sample: z.string(),
})
export type RemarkRow = z.output<typeof remarkRow>

/** How long messages of a device are watched once somebody began. Minutes. */
export const watchMinutes = 10

/** What became of a message, in the words of the screen. */
export const messageVerdicts = {
  stored: '已接收',
  mended: '已接收，不规范',
  repeated: '重复，不再计',
  stale: '过时，状态不变',
  unmatched: '故障已是这样，没有改变',
  refused: '拒收',
} as const

const deviceMessage = z.object({
  messageId: z.int(),
  /** When it was received. */
  at: instant,
  topic: choice(topicNames),
  /** As it came; of a long one the beginning. */
  payload: z.string(),
  /** Of the whole. */
  bytes: z.int(),
  verdict: choice(messageVerdicts),
  remarks: z.array(remarkRow.pick({ path: true, problem: true, taken: true })),
})
export type DeviceMessageRow = z.output<typeof deviceMessage>

/** Begins to keep every message of a device, for ten minutes from now, or ends it. */
export const watch = endpoint({
  title: '观察设备报文',
  method: 'POST',
  path: '/device/api/simulator/detail/watch',
  access: anyDeviceOrOps,
  input: z.object({ simulatorId, watching: label('观察', z.boolean()) }),
  reply: z.object({ until: instant.nullable() }),
  change: '观察设备报文',
  record: 'simulatorId',
})

/** What a watched device said while it stood in the scope, newest first, at most 200; and until when it is watched. */
export const watched = endpoint({
  title: '设备报文',
  method: 'GET',
  path: '/device/api/simulator/detail/watched',
  access: anyDeviceOrOps,
  input: z.object({ simulatorId }),
  reply: z.object({ until: instant.nullable(), messages: z.array(deviceMessage) }),
})

/** 通信 of a device while it stood in the scope, newest first, at most 200 of each. */
export const communication = endpoint({
  title: '设备通信',
  method: 'GET',
  path: '/device/api/simulator/detail/communication',
  access: anyDeviceOrOps,
  input: z.object({ simulatorId }),
  reply: z.object({ remarks: z.array(remarkRow), link: z.array(linkEvent) }),
})
