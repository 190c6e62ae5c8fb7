import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  businessDay,
  filter,
  id,
  option,
  organId,
  queryTypes,
  schoolId,
  searchText,
  text,
  version,
} from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { sortWords } from '../../lists.ts'
import { fileOf, page, paging, sorting } from '../../paging.ts'
import { revealReason } from '../../reveals.ts'
import { billStates } from '../bills/billShapes.ts'
import { courseOrderStates, rechargeChannels, rechargeStates, refundStates } from '../orders/orderShapes.ts'
import { slipFields } from '../vouchers.ts'
import {
  contractFields,
  contractForm,
  contractList,
  contractModes,
  contractRow,
  contractState,
  depositEntry,
  paymentMethods,
  schoolContracts,
  termRules,
  timelineList,
} from './contractShapes.ts'

const contractId = label('合同', id)
const api = '/finance/api/contract'
const read = { access: ['finance:contract'] } as const
const write = { method: 'POST', access: ['finance:edit'] } as const

/** Whether a contract's end is near or over, and nothing follows it. */
export const renewals = { due: '待续签' } as const

/** Whether what a bank asks for of the account is not known part by part. */
export const accountGaps = { missing: '待补全' } as const

const contractFilter = {
  paramValue: searchText,
  schoolId: filter(schoolId),
  mode: label('合作方式', filter(contractFields.mode)),
  state: label('状态', filter(contractState)),
  renewal: label('续签', filter(choice(renewals))),
  account: label('账户信息', filter(choice(accountGaps))),
}

/** The codes of the spec with the words of their values. */
export const financeCodes = {
  channel: rechargeChannels,
  rechargeState: rechargeStates,
  courseOrderState: courseOrderStates,
  refundState: refundStates,
  billState: billStates,
  contractMode: contractModes,
  paymentMethod: paymentMethods,
} as const

/** What the codes themselves are called. */
const codes = {
  channel: '支付方式',
  rechargeState: '充值订单状态',
  courseOrderState: '课程订单状态',
  refundState: '退款状态',
  billState: '账单状态',
  contractMode: '合作方式',
  paymentMethod: '收付方式',
} as const satisfies Record<keyof typeof financeCodes, string>
/** What filters and forms of finance ask for: the codes' values, the schools in scope, the latest months. */
const questions = { ...codes, school: '驾校', month: '月份' } as const

/**
 * 财务 (spec §7 "Finance"; the design's contracts). Contracts are read with scope over the school itself, and changed by
 * those alone who manage the whole platform. Money is fen, shares are basis points, days are business days.
 */
export const contracts = {
  /** Words of the values of a code. */
  codeMapping: endpoint({
    title: '财务代码的文字',
    forKeys: 'read',
    method: 'GET',
    path: '/finance/public/finance/codeMapping/{code}',
    access: 'signedIn',
    params: z.object({ code: label('代码', choice(codes)) }),
    reply: z.record(z.string(), z.string()),
  }),
  choices: endpoint({
    title: '财务查询条件',
    forKeys: 'read',
    method: 'POST',
    path: '/finance/public/finance/queryCon',
    access: 'signedIn',
    input: z.object({ queryTypes: queryTypes(questions) }),
    reply: z.partialRecord(choice(questions), z.array(option)),
  }),
  /** Those of a school, the newest first; of a service point: its school's. */
  ofOrganisation: endpoint({
    ...read,
    title: '机构的合同',
    forKeys: 'read',
    method: 'POST',
    path: `${api}/listUnderOrgan`,
    input: z.object({ organizationId: organId }),
    reply: z.array(contractRow),
  }),
  list: endpoint({
    ...read,
    title: '合同列表',
    forKeys: 'read',
    method: 'GET',
    path: `${api}/list`,
    input: z.object({ ...paging, ...contractFilter, ...sorting(sortWords(contractList)) }),
    reply: page(contractRow),
    columns: contractList,
  }),
  export: fileOf(
    'list',
    { ...read, title: '导出合同', forKeys: 'read', path: `${api}/export` },
    contractFilter,
  ),
  /** The schools with their contracts, for the time line. */
  timeline: endpoint({
    ...read,
    title: '合同时间线',
    forKeys: 'read',
    method: 'GET',
    path: `${api}/timeline`,
    input: z.object({ ...paging, paramValue: searchText, schoolId: filter(schoolId) }),
    reply: page(schoolContracts),
    columns: timelineList,
  }),
  /** One contract with what was paid of its deposit, the newest first. */
  info: endpoint({
    ...read,
    title: '合同详情',
    forKeys: 'read',
    method: 'GET',
    path: `${api}/info`,
    input: z.object({ contractId }),
    reply: contractRow.extend({ entries: z.array(depositEntry) }),
  }),
  /** Where the school is paid to, in full, for whoever keeps contracts, pays or decides: as the contract names it, and as it is now. */
  revealAccount: endpoint({
    method: 'POST',
    title: '查看收款账户',
    path: `${api}/revealAccount`,
    access: ['finance:edit', 'finance:approve'],
    input: z.object({ contractId, reason: revealReason }),
    reply: z.object({ account: z.string().nullable(), bank: z.string().nullable() }),
    secret: ['account', 'bank'],
    change: '查看收款账户',
    stepUp: 'recent',
    record: 'contractId',
  }),
  add: endpoint({
    ...write,
    title: '新增合同',
    path: `${api}/add`,
    input: contractForm,
    reply: z.object({ contractId: z.int(), no: z.string() }),
    change: '新增合同',
    stepUp: 'recent',
  }),
  modify: endpoint({
    ...write,
    title: '修改合同',
    path: `${api}/modify`,
    input: z.object({ contractId, version, ...contractFields }).superRefine(...termRules),
    reply: z.literal(true),
    change: '修改合同',
    stepUp: 'recent',
    record: 'contractId',
  }),
  /** Its last day comes forward; the same last day says that it will not be renewed. */
  terminate: endpoint({
    ...write,
    title: '终止合同',
    path: `${api}/terminate`,
    input: z.object({ contractId, version, endsOn: label('终止日期', businessDay) }),
    reply: z.literal(true),
    change: '终止合同',
    stepUp: 'recent',
    record: 'contractId',
  }),
  void: endpoint({
    ...write,
    title: '作废合同',
    path: `${api}/void`,
    input: z.object({ contractId, version, reason: label('作废的原因', text(200)) }),
    reply: z.literal(true),
    change: '作废合同',
    stepUp: 'recent',
    record: 'contractId',
  }),
  addDeposit: endpoint({
    ...write,
    title: '登记押金',
    path: '/finance/api/deposit/add',
    input: z.object({
      contractId,
      /** Fen; negative: given back. */
      amount: label(
        '金额',
        fen(-10_000_000_000, 10_000_000_000).refine(amount => amount !== 0, '金额不能为 0'),
      ),
      paidOn: label('收退日期', businessDay),
      ...slipFields,
    }),
    reply: z.object({ entryId: z.int() }),
    change: '登记押金',
    stepUp: 'recent',
    record: 'contractId',
  }),
}
