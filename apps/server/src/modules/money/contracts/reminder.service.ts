import { type AccessCode, renewalDays } from '@drivesim/contract'
import { addDays, dayStart } from '@drivesim/contract/businessDay'
import type { NoticePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type Attention, endAttention, openAttention } from '../../notices/attention/service.ts'
import { schoolContracts } from './change.queries.ts'
import { contractNames } from './contract.queries.ts'

const codes: readonly AccessCode[] = ['finance:contract']
const subjectOf = (id: number) => `contract:${id}`
const key = 'toRenew'

/**
 * What reminds of a school's last contract: from 30 days before its end.
 * @param notBefore epoch milliseconds: what begins before anybody looks is told to nobody
 */
export function reminderOf(
  schoolId: number,
  { id, endsOn }: { id: number; endsOn: string },
  notBefore: number,
): Attention {
  const beginsAt = new Date(Math.max(notBefore, dayStart(addDays(endsOn, -renewalDays))))
  return { subject: subjectOf(id), type: 'contractExpiry', key, organId: schoolId, to: { codes }, beginsAt }
}

/**
 * Keeps a school's one reminder as its contracts are now: of the last one, until another follows it or somebody says that
 * none will. Part of the transaction that changed a contract; that contract's own reminder begins anew.
 */
export async function keepReminder(db: Db, schoolId: number, changed: number): Promise<void> {
  const contracts = await schoolContracts(db, schoolId)
  const open = contracts.slice(0, 1).filter(({ terminated }) => !terminated)
  const settled = contracts.filter(contract => !open.includes(contract))
  await endAttention(
    db,
    [changed, ...settled.map(({ id }) => id)].map(id => ({ subject: subjectOf(id), key })),
  )
  await openAttention(
    db,
    open.map(contract => reminderOf(schoolId, contract, Date.now())),
  )
}

/** Contracts that end, as reminders tell of them. */
export const contractNotices: NoticePart = {
  subject: 'contract',
  words: { [key]: { what: '合同到期，待续签', beganAt: '提醒开始', endedAt: '处理时间' } },
  async describe(db, ids) {
    const rows = await contractNames(db, ids)
    return new Map(
      rows.map(({ id, no, school, startsOn, endsOn }) => [
        id,
        {
          name: no,
          place: school,
          facts: [`合同：${no}`, `驾校：${school}`, `期限：${startsOn} 至 ${endsOn}`],
          link: `/finacial/configuration?contractId=${id}`,
          linkText: '查看合同',
        },
      ]),
    )
  },
}
