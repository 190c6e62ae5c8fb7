import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { businessDay, filter, id, instant, searchText, text } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { machine } from '../machine.ts'
import { fileOf, page, paging } from '../paging.ts'
import { identityProofs } from '../trust/factorResets.ts'
import { privacyErrors } from './privacyErrors.ts'

/** What is asked for by `add`. */
export const plainKinds = {
  access: '查阅复制',
  correct: '更正',
  restrict: '限制处理',
  withdraw: '撤回同意',
} as const
/** What people may ask of whoever has their data (PIPL §44 to §47, §15). */
export const privacyRequestKinds = { ...plainKinds, erase: '删除' } as const
export type PrivacyRequestKind = keyof typeof privacyRequestKinds

export const privacyRequestStates = { waiting: '待办理', done: '已办结', refused: '已拒绝' } as const
export type PrivacyRequestState = keyof typeof privacyRequestStates

/** Working days within which a request is answered. */
export const answeredInDays = 15

export const privacyRequestMachine = machine(
  privacyRequestStates,
  {
    accept: { from: ['waiting'], to: 'done', label: '办结' },
    refuse: { from: ['waiting'], to: 'refused', label: '拒绝' },
  },
  ({ label }, state) => refuse(privacyErrors.privacyRequestNot, privacyRequestStates[state], label),
)

const kind = label('请求', choice(privacyRequestKinds))
const proof = label('核实方式', choice(identityProofs))
/** What is kept of it once the person is erased is that it was asked. */
const wish = label('请求内容', text(500))

const requestRow = z.object({
  requestId: z.int(),
  kind: choice(privacyRequestKinds),
  studentId: z.int(),
  studentName: z.string(),
  schoolName: z.string(),
  state: choice(privacyRequestStates),
  /** It waits, and its term is over. */
  late: z.boolean(),
  wish: z.string(),
  proof: choice(identityProofs),
  askedAt: instant,
  askedBy: z.string(),
  /** The last day on which it is answered in time. */
  dueOn: businessDay,
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** Why the reader may not decide it; null: they may. */
  notDecided: z.string().nullable(),
})
export type PrivacyRequest = z.output<typeof requestRow>
export const privacyRequestList = listColumns(requestRow, {
  studentName: column.text('学员', { widest: 160 }),
  kind: column.choice('请求', privacyRequestKinds),
  state: column.choice('状态', privacyRequestStates),
  late: column.yesNo('已逾期', { beside: 'state' }),
  dueOn: column.day('办理期限'),
  wish: column.text('请求内容', { widest: 260 }),
  schoolName: column.text('驾校', { widest: 200 }),
  proof: column.choice('核实方式', identityProofs, { optional: true }),
  askedAt: column.time('登记时间'),
  askedBy: column.text('登记人', { widest: 140 }),
  answer: column.text('办理结果', { widest: 220 }),
  decidedBy: column.text('办理人', { widest: 140 }),
  decidedAt: column.time('办理时间', { optional: true }),
})

const requestFilter = {
  paramValue: searchText,
  kind: filter(kind),
  state: label('状态', filter(choice(privacyRequestStates))),
}

const base = '/privacy/api/request'
const access = ['system:privacy'] as const

/** 权利请求: what people ask about their data, and how it was answered. */
export const privacyRequests = {
  list: endpoint({
    title: '权利请求',
    method: 'GET',
    path: `${base}/list`,
    access,
    input: z.object({ ...paging, ...requestFilter }),
    reply: page(requestRow),
    columns: privacyRequestList,
  }),
  export: fileOf(
    'list',
    { title: '导出权利请求', stepUp: 'recent', path: `${base}/export`, access },
    requestFilter,
  ),
  /** All but erasing, which is asked for with a proof of who one is (`persons.erase`). */
  add: endpoint({
    title: '登记权利请求',
    method: 'POST',
    path: `${base}/add`,
    access,
    input: z.object({
      studentId: label('学员', id),
      kind: label('请求', choice(plainKinds)),
      wish,
      proof,
    }),
    reply: z.object({ requestId: z.int() }),
    change: '登记权利请求',
    record: 'studentId',
  }),
  /** Of an erasure it is another person than the one who asked for it. */
  decide: endpoint({
    title: '办理权利请求',
    method: 'POST',
    path: `${base}/decide`,
    access,
    input: z.object({
      requestId: label('请求', id),
      accept: label('是否办结', z.boolean()),
      answer: label('办理结果', text(500)),
    }),
    reply: z.literal(true),
    change: '办理权利请求',
    record: 'requestId',
    stepUp: 'fresh',
  }),
}

/** As `add` takes them; the other is asked for by `persons.erase`. */
export const askedFor = { wish, proof }
