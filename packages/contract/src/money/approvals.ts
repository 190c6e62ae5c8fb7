import { z } from 'zod'
import { type AccessCode, mayUse } from '../access.ts'
import { bulkKind } from '../bulk.ts'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import {
  beginDate,
  checkRangeOrder,
  endDate,
  filter,
  id,
  instant,
  maskAccountsIn,
  optionalText,
  requireReason,
  searchText,
} from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { machine } from '../machine.ts'
import { fileOf, page, paging } from '../paging.ts'
import { revealReason } from '../reveals.ts'

/** What wants a second person's word. */
export const approvalKinds = {
  refund: '退款',
  refundPayee: '退款改为转账',
  payment: '付款申请',
  unasked: '未经审批的付款',
  deposit: '未经审批的退押金',
  adjustment: '调整单',
  account: '收款账户',
  limit: '免审批限额',
} as const
export type ApprovalKind = keyof typeof approvalKinds

const money = ['finance:approve'] as const
const refunds = ['finance:edit', 'finance:approve'] as const

/** Who decides what: any one of the codes; the first one's holders are named to who may not. */
export const approvalAccess: Readonly<Record<ApprovalKind, readonly [AccessCode, ...AccessCode[]]>> = {
  refund: refunds,
  refundPayee: refunds,
  payment: money,
  unasked: money,
  deposit: money,
  adjustment: money,
  account: money,
  limit: money,
}

const isKind = (kind: string): kind is ApprovalKind => Object.hasOwn(approvalKinds, kind)

/** What somebody with these codes may decide. */
export const approvalKindsFor = (held: ReadonlySet<string>): ApprovalKind[] =>
  Object.keys(approvalKinds)
    .filter(isKind)
    .filter(kind => mayUse(approvalAccess[kind], held))

export const approvalStates = {
  waiting: '待审批',
  approved: '已同意',
  rejected: '已驳回',
  withdrawn: '已撤回',
  expired: '已过期',
} as const
export type ApprovalState = keyof typeof approvalStates

/** Days after which what nobody decided is over; refunds, and money that has left, wait as long as it takes. */
export const approvalDays = 30

export const approvalMachine = machine(
  approvalStates,
  {
    approve: { from: ['waiting'], to: 'approved', label: '同意' },
    reject: { from: ['waiting'], to: 'rejected', label: '驳回' },
    withdraw: { from: ['waiting'], to: 'withdrawn', label: '撤回' },
  },
  ({ label }, state) => refuse(approvalErrors.approvalNot, approvalStates[state], label),
)

/** Which requests a list shows. */
export const approvalViews = { mine: '待我审批', asked: '我提交的', all: '全部' } as const
export type ApprovalView = keyof typeof approvalViews

/** A line of what is asked for: as it is, and as it would be. */
const approvalLine = z
  .object({
    label: z.string(),
    before: z.string().nullable(),
    after: z.string(),
    /** It says where somebody is paid, masked; whole: `revealAccount`. */
    masked: z.boolean(),
  })
  .refine(
    ({ before, after, masked }) =>
      !masked || [before ?? '', after].every(text => maskAccountsIn(text) === text),
    '账号没有遮盖',
  )
export type ApprovalLine = z.output<typeof approvalLine>

/** A request as lists show it. */
const approvalRow = z.object({
  approvalId: z.int(),
  kind: choice(approvalKinds),
  state: choice(approvalStates),
  /** What is asked for, in a few words. */
  title: z.string(),
  lines: z.array(approvalLine),
  /** Address of what it is about; null where there is none. */
  to: z.string().nullable(),
  schoolId: z.int().nullable(),
  schoolName: z.string().nullable(),
  /** Fen that move; null where none do. */
  amount: z.int().nullable(),
  reason: z.string().nullable(),
  askedBy: z.string(),
  askedAt: instant,
  /** When it is over without a word; null: never. */
  endsAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  opinion: z.string().nullable(),
  /** The reader asked for it, and may withdraw it. */
  own: z.boolean(),
  /** The reader may decide it: they hold the code, and nobody who asked is them. */
  mine: z.boolean(),
})
export type ApprovalRow = z.output<typeof approvalRow>
export const approvalList = listColumns(approvalRow, {
  title: column.text('申请内容', { widest: 320 }),
  lines: column.special('明细', { beside: 'title' }),
  state: column.choice('状态', approvalStates),
  kind: column.choice('类型', approvalKinds),
  amount: column.money('金额'),
  schoolName: column.text('驾校', { widest: 180 }),
  askedBy: column.text('提交人'),
  askedAt: column.time('提交时间'),
  reason: column.text('说明', { widest: 200, optional: true }),
  decidedBy: column.text('处理人'),
  decidedAt: column.time('处理时间', { beside: 'decidedBy', missing: '没有处理' }),
  opinion: column.text('审批意见', { widest: 200, optional: true }),
})

/** The most lines of a request: one for each bill of a 付款申请, and others have few. */
const mostLines = 100
const base = '/finance/api/approval'
const read = { method: 'GET', access: ['finance:approve', 'finance:edit'] } as const
const approvalId = label('申请', id)
const approvalFilter = {
  /** A part of the school's name, or of what was said about it. */
  paramValue: searchText,
  view: label('范围', choice(approvalViews).default('all')),
  kind: label('类型', filter(choice(approvalKinds))),
  state: label('状态', filter(choice(approvalStates))),
  beginDate: filter(beginDate),
  endDate: filter(endDate),
}

/**
 * 审批: what one person asks for and another decides. Money that leaves, bank accounts, adjustments and limits wait here above the
 * limit of the settings (finance:approve); refunds keep the states of their own, and are decided here as well.
 */
export const approvals = {
  list: endpoint({
    ...read,
    title: '审批列表',
    path: `${base}/list`,
    input: z.object({ ...paging, ...approvalFilter }).superRefine(checkRangeOrder),
    reply: page(approvalRow),
    columns: approvalList,
  }),
  export: fileOf(
    'list',
    { ...read, title: '导出审批', path: `${base}/export` },
    approvalFilter,
    checkRangeOrder,
  ),
  info: endpoint({
    ...read,
    title: '审批详情',
    path: `${base}/info`,
    input: z.object({ approvalId }),
    /** `notDecided`: why the reader may not decide it; null where they may. */
    reply: approvalRow.extend({ notDecided: z.string().nullable() }),
  }),
  /** Where somebody is to be paid by one line of a request, in full, and where they are paid now. */
  revealAccount: endpoint({
    method: 'POST',
    title: '查看申请中的账号',
    path: `${base}/revealAccount`,
    access: read.access,
    input: z.object({
      approvalId,
      /** From 0, in the order of `lines`. */
      line: label(
        '行',
        z
          .int()
          .min(0)
          .max(mostLines - 1),
      ),
      reason: revealReason,
    }),
    reply: z.object({ account: z.string().nullable(), before: z.string().nullable() }),
    secret: ['account', 'before'],
    change: '查看申请中的账号',
    stepUp: 'recent',
    record: 'approvalId',
  }),
  /** What was asked for is judged again as it is now, and done in the same transaction. */
  decide: endpoint({
    ...read,
    method: 'POST',
    title: '审批',
    path: `${base}/decide`,
    input: z
      .object({
        approvalId,
        accept: label('审批结果', z.boolean()),
        reason: label('审批意见', optionalText(200)),
      })
      .superRefine(requireReason('请填写驳回的原因')),
    reply: z.literal(true),
    change: '审批',
    stepUp: 'recent',
    record: 'approvalId',
  }),
  /** By who asked, until somebody decides. */
  withdraw: endpoint({
    method: 'POST',
    title: '撤回申请',
    path: `${base}/withdraw`,
    access: ['finance:edit', 'finance:approve', 'order:edit'],
    input: z.object({ approvalId }),
    reply: z.literal(true),
    change: '撤回申请',
    record: 'approvalId',
  }),
}

/** What may be done to many requests at once. */
export const approvalBulk = {
  /** Each is judged as it is when its turn comes. */
  approve: bulkKind({
    kind: 'approval.approve',
    codes: approvals.decide.access,
    stepUp: approvals.decide.stepUp,
    list: { codes: read.access, filter: approvals.export.input.strict() },
    input: z.object({ reason: label('审批意见', optionalText(200)) }),
    label: () => '同意申请',
  }),
}

/** Refusals about 审批: −126yy, from 50 on. */
export const approvalErrors = {
  approvalNot: error(
    -12650,
    (state: string, act: string) => `申请是“${state}”状态，不能${act}，请刷新后重试`,
  ),
  notAsked: error(-12651, '只有提交人可以撤回，请由提交人撤回，或由审批人驳回'),
  requestStale: error(-12652, (no: string) => `账单 ${no} 的未结金额或收款账户已变化，请驳回后重新申请`),
  requestNot: error(-12653, '付款申请未获同意、已经登记，或与这笔付款的账单、金额不一致，请核对后重试'),
  slipMissing: error(-12654, '按申请付款的银行转账须上传银行回单，请上传后重试'),
  requestedTwice: error(
    -12655,
    (no: string, left: string) => `账单 ${no} 还可申请 ${left}（已减去其他申请），请修改金额`,
  ),
  unaskedStays: error(-12657, '已经付出的款项不能撤回申请，登记有误请作废付款单'),
  accountStale: error(-12656, '合同的收款账户已变化，请驳回后重新申请'),
} as const
