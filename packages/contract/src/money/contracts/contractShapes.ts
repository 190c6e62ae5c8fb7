import { z } from 'zod'
import { daysBetween } from '../../businessDay.ts'
import { cleanedText } from '../../cleaned.ts'
import { error, refuse } from '../../errors.ts'
import {
  businessDay,
  filter,
  instant,
  maskedAccount,
  type PlainFields,
  schoolId,
  whenValid,
} from '../../fields.ts'
import { choice, fen, label, writtenAs } from '../../labels.ts'
import { column, listColumns, type SortField } from '../../lists.ts'
import { machine } from '../../machine.ts'
import { formatFen } from '../../money.ts'
import { voucherId } from '../vouchers.ts'
import { accountFields, missingParts, partWords } from './accountParts.ts'

/** How a school and the platform share: a part of what courses earn, or a rent by the month. */
export const contractModes = { share: '分成', rent: '租金' } as const
export type ContractMode = keyof typeof contractModes
const contractMode = choice(contractModes)

/** How money changes hands, as it is called on the wire. */
export const paymentMethods = {
  cash: '现金',
  bankTransfer: '银行转账',
  original: '原路',
  balance: '余额',
} as const

/** A contract's state follows from its days and from whether it was voided; it is stored nowhere. */
export const contractStates = {
  pending: '待生效',
  active: '生效中',
  expired: '已到期',
  void: '已作废',
} as const
export type ContractState = keyof typeof contractStates
export const contractState = choice(contractStates)

/** The acts on a contract. None says where it leads: the days do. */
export const contractMachine = machine(
  contractStates,
  {
    renew: { from: ['pending', 'active', 'expired'], label: '续签' },
    modify: { from: ['pending', 'active', 'expired'], label: '编辑' },
    /** Also of one that is over: then it says that it will not be renewed. */
    terminate: { from: ['active', 'expired'], label: '终止' },
    void: { from: ['pending', 'active', 'expired'], label: '作废' },
    payDeposit: { from: ['pending', 'active', 'expired'], label: '收取押金' },
    /** Also of one that was voided: its deposit is to go back. */
    returnDeposit: { from: ['pending', 'active', 'expired', 'void'], label: '退还押金' },
  },
  (step, state) => refuse(contractErrors.contractNot, contractStates[state], step.label),
)

/** Days before its end from which on a contract is to be renewed. */
export const renewalDays = 30

/** The longest a contract may run, in days: ten years with their leap days. */
const longestContractDays = 3653

/** The largest sum of money in a form, in fen: ¥100,000,000. */
const largestFen = 10_000_000_000
const amount = fen(0, largestFen)
/** Basis points, which people write in percent. */
const basisPoints = writtenAs(bp => `${bp / 100}%`, z.int().min(0).max(10_000))

export const contractRow = z.object({
  contractId: z.int(),
  no: z.string(),
  schoolId: z.int(),
  schoolName: z.string(),
  mode: contractMode,
  /** Basis points of what courses earn that are the platform's; null in mode rent. */
  platformBp: z.int().nullable(),
  /** Fen; null in mode share. */
  monthlyRent: z.int().nullable(),
  /** Day of the month on which the bill of the month before is made. */
  billingDay: z.int(),
  /** Days from a bill's issue until it is due. */
  dueDays: z.int(),
  /** Both days are of it. */
  startsOn: businessDay,
  endsOn: businessDay,
  state: contractState,
  /** Ended before its time, or for good. */
  terminated: z.boolean(),
  /** The school's last, so that the next one follows it. */
  last: z.boolean(),
  /** Its end is near or over, and nothing follows it. */
  toRenew: z.boolean(),
  /** Fen that were agreed as a deposit, and fen that are there of it. */
  deposit: z.int(),
  depositBalance: z.int(),
  /** Fen of cash that the school may hold for the platform. */
  offlineCap: z.int(),
  /** The school agreed that a bill which it does not object to in time counts as confirmed. */
  deemed: z.boolean(),
  /** It names an account whose parts are known, so that a bank's file can have it. */
  accountSplit: z.boolean(),
  /** The account that the contract names; whole: `revealAccount`. */
  bank: maskedAccount.nullable(),
  /** The one that is paid to now, and the day from which the next one is; an account counts once another person agreed. */
  account: maskedAccount.nullable(),
  /** It is another one than the contract names: their masks may be the same. */
  accountToCome: z.boolean(),
  accountFrom: businessDay.nullable(),
  /** The request that waits where the account was changed. */
  accountApprovalId: z.int().nullable(),
  attachmentId: z.int().nullable(),
  voidReason: z.string().nullable(),
  /** Who entered it. */
  createdBy: z.string(),
  createdAt: instant,
  version: z.int(),
})
export type ContractRow = z.output<typeof contractRow>
export const contractList = listColumns(contractRow, {
  no: column.code('合同编号'),
  schoolName: column.text('驾校', { widest: 200 }),
  state: column.choice('状态', contractStates),
  terminated: column.yesNo('已终止', { beside: 'state' }),
  terms: column.special('合作方式', { only: 'screen' }),
  mode: column.choice('合作方式', contractModes, { beside: 'terms' }),
  platformBp: column.special('平台分成比例', { beside: 'terms', unit: '%' }),
  monthlyRent: column.money('月租金', { beside: 'terms' }),
  startsOn: column.special('合同期限', { only: 'screen', sortable: true }),
  firstDay: column.special('开始日期', { beside: 'startsOn' }),
  endsOn: column.day('结束日期', { beside: 'startsOn', sortable: true }),
  deposit: column.money('约定押金'),
  depositBalance: column.money('押金余额'),
  offlineCap: column.money('线下代收上限'),
  billingDay: column.number('出账日'),
  dueDays: column.number('付款期限', { optional: true, unit: '天' }),
  deemed: column.yesNo('逾期视为确认', { optional: true }),
  bank: column.text('收款账户', { widest: 220, optional: true }),
  createdBy: column.text('经手人', { optional: true }),
  voidReason: column.text('作废的原因', { only: 'file' }),
})
export type ContractSortField = SortField<typeof contractList>

export const depositEntry = z.object({
  entryId: z.int(),
  /** Fen; negative: given back. */
  amount: z.int(),
  paidOn: businessDay,
  voucherId: z.int().nullable(),
  createdBy: z.string(),
  createdAt: instant,
})
export type DepositEntry = z.output<typeof depositEntry>

/** A school and its contracts that were not voided, the oldest first. */
export const schoolContracts = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  contracts: z.array(contractRow),
})
export type SchoolContracts = z.output<typeof schoolContracts>
export const timelineList = listColumns(schoolContracts, {
  schoolName: column.text('驾校'),
  line: column.special('合同时间线'),
  now: column.special('现状'),
  gaps: column.special('无合同天数', { numeric: true }),
})

export const contractFields = {
  mode: label('合作方式', contractMode),
  platformBp: label('平台分成比例', filter(basisPoints)),
  monthlyRent: label('月租金', filter(amount)),
  billingDay: label('出账日', z.int().min(1).max(28)),
  dueDays: label('付款期限', z.int().min(1).max(90).default(15)),
  startsOn: label('开始日期', businessDay),
  endsOn: label('结束日期', businessDay),
  deposit: label('约定押金', amount),
  offlineCap: label('线下代收上限', filter(amount)),
  deemed: label('逾期视为确认', z.boolean().default(false)),
  /**
   * It is masked where it is read: a change that leaves it out or empty, or has the mask, keeps it, and null takes it away. A new
   * contract takes the mask of an account that the school has already.
   */
  bank: label(
    '收款账户',
    cleanedText
      .max(200)
      .nullish()
      .transform(typed => (typed === '' ? undefined : typed)),
  ),
  ...accountFields,
  attachmentId: label('合同附件', filter(voucherId)),
}

const ruled = z.object(contractFields).pick({
  accountHolder: true,
  accountNumber: true,
  accountBank: true,
  accountCode: true,
  mode: true,
  platformBp: true,
  monthlyRent: true,
  startsOn: true,
  endsOn: true,
})

/** What a contract's fields must say together; for `superRefine`. */
export const termRules = [checkTerms, whenValid(ruled)] as const

function checkTerms(terms: z.output<typeof ruled>, context: z.RefinementCtx): void {
  const refuseField = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (terms.mode === 'share' && terms.platformBp === undefined)
    refuseField('platformBp', '请填写平台分成比例')
  if (terms.mode === 'rent' && terms.monthlyRent === undefined) refuseField('monthlyRent', '请填写月租金')
  const days = daysBetween(terms.startsOn, terms.endsOn) + 1
  if (days < 1) refuseField('endsOn', '结束日期不能早于开始日期')
  for (const field of missingParts(terms)) refuseField(field, `请填写${partWords[field]}，或者都不填`)
  if (days > longestContractDays) refuseField('endsOn', '合同最长 10 年，请缩短后重试')
}

export const contractForm = z.object({ schoolId, ...contractFields }).superRefine(...termRules)

export const contractPlainFields = [
  'billingDay',
  'dueDays',
  'startsOn',
  'endsOn',
  'deposit',
  'deemed',
  'bank',
] as const satisfies PlainFields<typeof contractRow, typeof contractForm>

/** Refusals about finance: −126yy, by their numbers in the design. */
export const contractErrors = {
  contractOverlap: error(
    -12601,
    (no: string, from: string, to: string) => `与合同 ${no}（${from} 至 ${to}）日期重叠，请调整起止日期`,
  ),
  voucherUsed: error(-12604, (by: string) => `该凭证已用于${by}，请核对后换一张凭证`),
  voucherLike: error(
    -12614,
    (by: string) => `该凭证与已用于${by}的凭证很像，金额也相同，确认不是同一张请再次提交`,
  ),
  depositOverdrawn: error(-12607, (balance: number) => `押金余额 ${formatFen(balance)}，不能超退`),
  contractNot: error(
    -12611,
    (state: string, act: string) => `合同是“${state}”状态，不能${act}，请刷新后重试`,
  ),
  terminationDay: error(
    -12612,
    (from: string, to: string) => `终止日期应在 ${from} 至 ${to} 之间，请重新选择`,
  ),
  depositDay: error(-12613, '收退日期不能晚于今天，请重新选择'),
} as const
