import { z } from 'zod'
import { error } from '../../errors.ts'
import { businessDay, instant } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { payChannel } from '../channels.ts'

/** What became of a line of a channel's statement beside what is here. */
export const lineOutcomes = {
  matched: '相符',
  amountDiffers: '金额不符',
  localOnly: '仅本地',
  channelOnly: '仅渠道',
} as const
export type LineOutcome = keyof typeof lineOutcomes
export const lineOutcome = choice(lineOutcomes)

const lineKinds = {
  payment: '支付',
  refund: '退款',
  discount: '商家优惠',
  discountBack: '商家优惠退回',
  unreadable: '无法识别',
} as const
export type LineKind = keyof typeof lineKinds
const lineKind = choice(lineKinds)

/** What was done about a line that does not agree. */
export const lineResolutions = {
  difference: '已记差额',
  confirmed: '渠道已确认',
  otherDay: '在另一日的账单里',
  reversed: '已冲正',
  supplemented: '已补单',
  suspended: '已挂账',
  claimed: '已认领',
  givenBack: '已退回',
  booked: '已记商家优惠',
  noted: '已核对',
} as const
export type LineResolution = keyof typeof lineResolutions
const lineResolution = choice(lineResolutions)

/** What people can do about a line; 查询渠道 is a call of its own, since the channel is asked. */
export const lineActs = {
  difference: '记差额',
  reverse: '冲正',
  supplement: '补单',
  suspend: '挂账',
  claim: '认领到学员',
  giveBack: '退回',
  book: '记商家优惠',
  note: '核对',
} as const
export type LineAct = keyof typeof lineActs
export const lineAct = choice(lineActs)

/** What a line's acts follow from. */
interface Undecided {
  readonly kind: LineKind
  readonly outcome: LineOutcome
  readonly resolution: LineResolution | null
  /** Of a payment that only the channel has: it is of an order of ours that waits or was closed, over the same amount. */
  readonly payable: boolean
  /** Of a payment that only we have: nothing of it was spent. */
  readonly reversible: boolean
}

/** What can be done about a line now; none where nothing is left to do. */
export function actsOf({ kind, outcome, resolution, payable, reversible }: Undecided): LineAct[] {
  if (resolution === 'suspended') return ['claim', 'giveBack']
  if (resolution !== null || outcome === 'matched') return []
  if (kind === 'discount' || kind === 'discountBack') return ['book']
  if (kind === 'unreadable') return ['note']
  if (outcome === 'amountDiffers' || kind === 'refund') return ['difference']
  if (outcome === 'localOnly') return [reversible ? 'reverse' : 'difference']
  return [payable ? 'supplement' : 'suspend']
}

export const statementStates = { open: '未平', balanced: '已平' } as const
const statementState = choice(statementStates)

/** A channel's day as its file has it. Amounts are fen. */
export const channelStatement = z.object({
  statementId: z.int(),
  channel: payChannel,
  merchant: z.string(),
  day: businessDay,
  /** Files of the same day replace one another. */
  version: z.int(),
  state: statementState,
  /** As the file adds them up. */
  paid: z.int(),
  refunded: z.int(),
  /** 商家优惠: what the merchant gave payers, which does not arrive, less what came back of it with refunds. */
  discounts: z.int(),
  /** What the channel keeps; negative where it gave more back. */
  fee: z.int(),
  /** What of the day's fees stands in the ledger: they are posted once the day is settled. */
  feePosted: z.int(),
  /** Lines by their outcome. */
  outcomes: z.object({
    matched: z.int(),
    amountDiffers: z.int(),
    localOnly: z.int(),
    channelOnly: z.int(),
  }),
  /** Lines that nothing was done about yet. */
  unresolved: z.int(),
  /** 挂账 that nobody claimed and that was not given back. */
  suspended: z.int(),
  simulated: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  balancedAt: instant.nullable(),
})
export type ChannelStatement = z.output<typeof channelStatement>

/** A day on which something was paid or given back, and no file. */
export const channelGap = z.object({
  channel: payChannel,
  day: businessDay,
  orders: z.int(),
  amount: z.int(),
  /** Of simulated channels: where their file of that day is, good for some minutes. */
  fileUrl: z.string().nullable(),
})
export type ChannelGap = z.output<typeof channelGap>

export const channelLine = z.object({
  lineId: z.int(),
  kind: lineKind,
  /** Our number of the order or refund, as the channel has it; one that it alone knows may be anybody's. */
  no: z.string(),
  channelNo: z.string(),
  at: instant.nullable(),
  /** Fen: what the channel says; null where it says nothing. */
  amount: z.int().nullable(),
  /** Fen: what is here; null where nothing is. */
  localAmount: z.int().nullable(),
  /** Hundred-thousandths of a yuan, as the channel charges it. */
  fee: z.int(),
  /** The text of a line that nobody can make out. */
  raw: z.string().nullable(),
  outcome: lineOutcome,
  resolution: lineResolution.nullable(),
  reason: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: instant.nullable(),
  /** What it is about here, where that is known. */
  orderId: z.int().nullable(),
  studentName: z.string().nullable(),
  acts: z.array(lineAct),
  /** The channel can be asked about it. */
  askable: z.boolean(),
})
export type ChannelLine = z.output<typeof channelLine>
export const channelLineList = listColumns(channelLine, {
  no: column.code('单号'),
  kind: column.choice('类型', lineKinds),
  outcome: column.choice('结果', lineOutcomes),
  amount: column.money('渠道金额'),
  localAmount: column.money('本地金额'),
  studentName: column.text('学员', { widest: 120 }),
  at: column.time('时间'),
  resolution: column.choice('处理', lineResolutions),
  reason: column.text('说明', { widest: 180, optional: true }),
  raw: column.text('原文', { widest: 240, optional: true }),
  resolvedBy: column.text('处理人', { optional: true }),
  resolvedAt: column.time('处理时间', { beside: 'resolvedBy' }),
  fee: column.special('手续费', { numeric: true, optional: true, unit: '元' }),
  channelNo: column.code('渠道单号', { widest: 200, optional: true }),
})

/** How far a file is. */
export const importStates = {
  waiting: '排队中',
  reading: '读取中',
  matching: '比对中',
  done: '已导入',
  refused: '未导入',
  cancelled: '已取消',
  failed: '已中断',
} as const
export type ImportState = keyof typeof importStates

/** Whether it is over. */
export const isImported = (state: ImportState) =>
  state !== 'waiting' && state !== 'reading' && state !== 'matching'

export const statementImport = z.object({
  importId: z.int(),
  state: choice(importStates),
  bytes: z.int(),
  /** Read so far. */
  lines: z.int(),
  /** Why it was refused or broke off. */
  problem: z.string().nullable(),
  /** The statement that it became, or that was there before with the same content. */
  statementId: z.int().nullable(),
  day: businessDay.nullable(),
  repeated: z.boolean(),
})
export type StatementImport = z.output<typeof statementImport>

/** What is wrong with a file, in words. */
export const fileProblems = {
  unknown: () => '不是微信支付交易账单（ALL）或支付宝业务明细',
  encoding: (wanted: string) => `文字编码应为 ${wanted}，请勿另存或改动下载的文件`,
  header: (column: string) => `表头缺少“${column}”列`,
  merchant: (found: string, own: string) => `商户是 ${found}，应为 ${own}`,
  channel: (name: string) => `没有配置${name}`,
  date: (found: string) => `日期不符：${found}`,
  totals: (what: string) => `${what}与明细合计不符`,
  line: (number: number) => `第 ${number} 行无法识别`,
  incomplete: () => '文件不完整，缺少末尾的合计',
  archive: () => '压缩包无法打开，或里面没有对账文件',
  inflated: () => '解压后超过 2 GB',
} as const

/** Refusals about channels' statements: −126yy, from 40 on. */
export const channelStatementErrors = {
  statementRefused: error(
    -12609,
    (problem: string) => `不是本商户、本日的对账文件，或合计不符：${problem}。文件没有导入`,
  ),
  // Not even the format: what every import says first (spec §5), then what is taken here.
  statementFormat: error(
    -12648,
    (problem: string) =>
      `[Format Error]: you did not upload a Csv file。${problem}，请上传从商户平台下载的 csv，或其 gz、zip 压缩包`,
  ),
  lineNot: error(-12640, (state: string, act: string) => `这一行是“${state}”，不能${act}，请刷新后重试`),
  lineReplaced: error(-12641, '这一天已导入新的账单，请在新的账单里处理'),
  channelWithout: error(-12642, (answer: string) => `渠道答复：${answer}。请核对后冲正或记差额`),
  importOver: error(-12643, (state: string) => `导入${state}，不能取消`),
  claimStudent: error(-12644, '请选择认领的学员'),
  noteReason: error(-12646, '请填写核对的结果'),
  claimTooMuch: error(-12645, '单笔认领不能超过 ¥100,000.00，请退回后由学员重新充值'),
  notSupplemented: error(-12647, '订单的金额或状态已变，不能补单，请刷新后重试'),
} as const
