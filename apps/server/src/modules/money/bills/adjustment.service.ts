import { approvalDays, type bills, errors, formatFen, type ParsedOf, refuse } from '@drivesim/contract'
import { z } from 'zod'
import type { ApprovalPart } from '../../../platform/approvalPart.ts'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { ask } from '../approvals/request.service.ts'
import { exceedsLimit, insertAdjustment } from './adjustment.queries.ts'
import { billNames, findBill } from './bill.queries.ts'
import { holdSchool } from './closing.queries.ts'
import { requireKeeper } from './service.ts'

/** A correction, as somebody asks for it; the request has its school and its reason. */
const askedAdjustment = z.object({ amount: z.int(), billId: z.int().nullable() })

/**
 * A correction for the school's next bill; nothing that was billed is changed. Above the limit another person decides.
 * @throws Refusal platformOnly, notFound
 */
export async function adjust(
  call: SignedInCall,
  { schoolId, amount, reason, billId }: ParsedOf<typeof bills.adjust>,
): Promise<{ adjustmentId: number | null; approvalId: number | null }> {
  const { db, scope, person } = call
  requireKeeper(scope)
  const form = { schoolId, amount, reason, billId: billId ?? null }
  await requireParties(db, scope, form)
  if (!(await exceedsLimit(db, schoolId, amount)))
    return { adjustmentId: await insert(db, form, person.id), approvalId: null }
  const approvalId = await ask(call, {
    kind: 'adjustment',
    subjectId: schoolId,
    schoolId,
    amount: Math.abs(amount),
    after: { amount, billId: form.billId },
    reason,
    days: approvalDays,
  })
  return { adjustmentId: null, approvalId }
}

interface Form {
  readonly schoolId: number
  readonly amount: number
  readonly reason: string
  readonly billId: number | null
}

/** The school, locked, and the bill with the objection that this answers. @throws Refusal notFound */
async function requireParties(db: Db, scope: Scope, { schoolId, billId }: Form): Promise<void> {
  if ((await holdSchool(db, scope, schoolId)) === undefined) throw refuse(errors.notFound, '驾校')
  const answered = billId === null ? undefined : await findBill(db, scope, billId)
  if (billId !== null && answered?.schoolId !== schoolId) throw refuse(errors.notFound, '账单')
}

const insert = (db: Db, { schoolId, amount, reason, billId }: Form, by: number) =>
  insertAdjustment(db, { school_id: schoolId, amount, reason, for_bill_id: billId, created_by: by })

export const adjustmentApprovals: ApprovalPart = {
  kinds: ['adjustment'],
  async describe(db, requests) {
    const forms = requests.map(request => ({ ...request, ...askedAdjustment.parse(request.after) }))
    const named = await billNames(
      db,
      forms.flatMap(({ billId }) => billId ?? []),
    )
    const bills = new Map(named.map(one => [one.id, one.no]))
    return new Map(
      forms.map(({ id, amount, billId, reason }) => {
        const way = amount > 0 ? '补给驾校' : '向驾校扣减'
        const lines = [
          { label: way, before: null, after: formatFen(Math.abs(amount)) },
          { label: '写在对账单上', before: null, after: reason ?? '' },
          ...(billId === null ? [] : [{ label: '答复的账单', before: null, after: bills.get(billId) ?? '' }]),
        ]
        const to = billId === null ? null : `/finacial/statement?billId=${billId}`
        return [id, { title: `调整单 ${way} ${formatFen(Math.abs(amount))}`, lines, to }]
      }),
    )
  },
  async end(_to, { db, scope }, { schoolId, after, reason, askedBy }, { outcome }) {
    if (outcome !== 'approved') return
    if (schoolId === null || reason === null) throw refuse(errors.notFound, '驾校')
    const form = { schoolId, reason, ...askedAdjustment.parse(after) }
    await requireParties(db, scope, form)
    await insert(db, form, askedBy)
  },
}
