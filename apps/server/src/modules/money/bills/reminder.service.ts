import { type AccessCode, type BillState, formatFen, monthWords, remarkKinds } from '@drivesim/contract'
import { addDays, dayMilliseconds, dayStart } from '@drivesim/contract/businessDay'
import type { NoticePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type Attention, endAttention, openAttention } from '../../notices/attention/service.ts'
import { billNames } from './bill.queries.ts'

/** So many days before a bill is due somebody is told; so many days after its issue a school is told again. */
const soonDays = 3
const againDays = [3, 7] as const

const keys = [
  'toConfirm',
  'answered',
  'withdrawn',
  'toConfirm3',
  'toConfirm7',
  'disputed',
  'added',
  'asked',
  'dueSoon',
  'overdue',
] as const
type Key = (typeof keys)[number]
/**
 * Why a bill is as it is: that it was issued, answered or withdrawn, for what waits to be confirmed; that the school added
 * something, or the platform asked, for what has an objection.
 */
type Why = Extract<Key, 'toConfirm' | 'answered' | 'withdrawn' | 'added' | 'asked'>

export interface RemindedBill {
  readonly id: number
  readonly schoolId: number
  readonly state: BillState
  readonly net: number
  readonly dueOn: string
}

/** Whoever confirms bills of the school; and those who settle them all. */
const school: readonly AccessCode[] = ['finance:accCheck']
const platform: readonly AccessCode[] = ['finance:edit']
const subjectOf = (id: number) => `bill:${id}`

/** What a bill in its state reminds of. */
function dueReminders({ id, schoolId, state, net, dueOn }: RemindedBill, why: Why): Attention[] {
  const row = (key: Key, ofSchool: boolean, beginsAt?: number): Attention => ({
    subject: subjectOf(id),
    type: 'bill',
    key,
    organId: ofSchool ? schoolId : null,
    to: { codes: ofSchool ? school : platform },
    ...(beginsAt !== undefined && { beginsAt: new Date(beginsAt) }),
  })
  switch (state) {
    case 'toCheck': {
      const [three, seven] = againDays.map(days => Date.now() + days * dayMilliseconds)
      return [row(why, true), row('toConfirm3', true, three), row('toConfirm7', true, seven)]
    }
    case 'disputed':
      return [
        row('disputed', false),
        ...(why === 'added' || why === 'asked' ? [row(why, why === 'asked')] : []),
      ]
    case 'checked':
    case 'settled':
      return []
    default:
      return [
        row('dueSoon', net < 0, dayStart(addDays(dueOn, -soonDays))),
        row('overdue', net < 0, dayStart(addDays(dueOn, 1))),
      ]
  }
}

/**
 * Keeps what a bill reminds of as its state has it, as part of the transaction that changed it. What goes on waiting
 * keeps its beginning.
 */
export async function keepReminders(db: Db, bill: RemindedBill, why: Why = 'toConfirm'): Promise<void> {
  const open = dueReminders(bill, why)
  const settled = keys.filter(key => !open.some(one => one.key === key))
  await endAttention(
    db,
    settled.map(key => ({ subject: subjectOf(bill.id), key })),
  )
  await openAttention(db, open)
}

const times = { beganAt: '出账日期', endedAt: '处理时间' }

/** Bills that wait, as reminders tell of them. */
export const billNotices: NoticePart = {
  subject: 'bill',
  words: {
    toConfirm: { what: '新账单，待对账', ...times },
    answered: { what: '异议已答复，待对账', beganAt: '答复时间', endedAt: '处理时间' },
    withdrawn: { what: '异议已撤回，待对账', beganAt: '撤回时间', endedAt: '处理时间' },
    toConfirm3: { what: '账单仍待对账', ...times },
    toConfirm7: { what: '账单仍待对账，请尽快确认', ...times },
    disputed: { what: '账单有异议，待答复', beganAt: '提出时间', endedAt: '处理时间' },
    added: { what: '驾校补充了异议说明，待答复', beganAt: '补充时间', endedAt: '处理时间' },
    asked: { what: '平台对异议补充了说明，请查看', beganAt: '补充时间', endedAt: '处理时间' },
    dueSoon: { what: '账单将到期', beganAt: '提醒开始', endedAt: '处理时间' },
    overdue: { what: '账单已逾期', beganAt: '逾期开始', endedAt: '处理时间' },
  } satisfies Record<Key, unknown>,
  async describe(db, ids) {
    const rows = await billNames(db, ids)
    return new Map(
      rows.map(({ id, no, school: name, month, net, paid, dueOn, remark }) => [
        id,
        {
          name: no,
          place: name,
          facts: [
            // First: it is what is to be answered, or the answer.
            ...(remark?.text == null ? [] : [`${remarkKinds[remark.kind]}：${remark.text}`]),
            `驾校：${name}`,
            `月份：${monthWords(month)}`,
            `${net < 0 ? '驾校应还' : '应付驾校'}：${formatFen(Math.abs(net))}`,
            `未结：${formatFen(Math.abs(net - paid))}`,
            `到期日：${dueOn}`,
          ],
          link: `/finacial/statement?billId=${id}`,
          linkText: '查看对账单',
        },
      ]),
    )
  },
}
