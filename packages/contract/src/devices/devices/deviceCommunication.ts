import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { instant } from '../../fields.ts'
import { choice } from '../../labels.ts'
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

/** 通信 of a device while it stood in the scope, newest first, at most 200 of each. */
export const communication = endpoint({
  title: '设备通信',
  method: 'GET',
  path: '/device/api/simulator/detail/communication',
  access: anyDeviceOrOps,
  input: z.object({ simulatorId }),
  reply: z.object({ remarks: z.array(remarkRow), link: z.array(linkEvent) }),
})
