import {
  type ApprovalLimit,
  approvalDays,
  approvalLimits,
  errors,
  formatFen,
  type orders,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import { z } from 'zod'
import type { ApprovalPart } from '../../../platform/approvalPart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import {
  ask,
  dropWaiting,
  type Request,
  secondRefusal,
  waitingRequests,
} from '../approvals/request.service.ts'
import * as queries from './settings.queries.ts'

const setting = record({
  what: '充值与退款设置',
  lock: queries.lockSetting,
  latest: async db => {
    const { approvalLimit, payoutLimit, version } = await queries.readSetting(db)
    return { approvalLimit, payoutLimit, version, tiers: await queries.readTiers(db) }
  },
})

/** Settings have one row; its id is not looked at. */
const onlyOne = 1

/** What a request about a limit asks for: fen. */
const askedLimit = z.object({ limit: z.enum(['refund', 'payout']), to: z.int() })
const before = z.object({ to: z.int() })

/** How a limit stands: what is in force, and a higher figure that another person agreed to, of tomorrow. */
const limitNow = (
  { approvalLimit, payoutLimit, raiseTo, raiseFrom, payoutRaiseTo, payoutRaiseFrom }: queries.Setting,
  limit: ApprovalLimit,
) =>
  limit === 'refund'
    ? { now: approvalLimit, to: raiseTo, from: raiseFrom }
    : { now: payoutLimit, to: payoutRaiseTo, from: payoutRaiseFrom }

/** What waits for another person's word, by the limit that it is about. */
async function waitingRaises(db: Db): Promise<Map<ApprovalLimit, Request>> {
  const waiting = await waitingRequests(db, ['limit'], onlyOne)
  return new Map(waiting.map(request => [askedLimit.parse(request.after).limit, request]))
}

/** Raises are the platform's affair, and its people's names. */
export async function settings({ db, scope, person }: Pick<SignedInCall, 'db' | 'scope' | 'person'>) {
  const found = await queries.readSetting(db)
  const { approvalLimit, payoutLimit, version } = found
  const raises =
    scope.organisations === null ? await raisesOf(db, person, found) : { waiting: [], agreed: [] }
  return { approvalLimit, payoutLimit, version, raises, tiers: await queries.readTiers(db) }
}

async function raisesOf(db: Db, person: SignedInCall['person'], found: queries.Setting) {
  const waiting = []
  for (const [limit, request] of await waitingRaises(db)) {
    const refusal = await secondRefusal(db, person, request)
    waiting.push({
      limit,
      to: askedLimit.parse(request.after).to,
      askedBy: request.asker,
      askedAt: request.askedAt.toISOString(),
      approvalId: request.id,
      own: request.askedBy === person.id,
      notDecided: refusal?.message ?? null,
    })
  }
  const agreed = limits.flatMap(limit => {
    const { to, from } = limitNow(found, limit)
    return to === null || from === null ? [] : [{ limit, to, from }]
  })
  return { waiting, agreed }
}

const limits = Object.keys(approvalLimits).filter(
  (name): name is ApprovalLimit => name === 'refund' || name === 'payout',
)

/** @throws Refusal platformOnly, staleVersion */
export async function saveSettings(
  call: SignedInCall,
  { version, approvalLimit, payoutLimit, tiers }: ParsedOf<typeof orders.saveSettings>,
): Promise<true> {
  const { db } = call
  requirePlatform(call.scope, '充值与退款设置')
  const now = await setting.take(call, onlyOne, { version })
  await queries.touchSetting(db)
  await changeLimit(call, now, 'refund', approvalLimit)
  if (payoutLimit !== undefined) await changeLimit(call, now, 'payout', payoutLimit)
  await queries.saveTiers(db, tiers)
  return true
}

/** A lower limit counts at once and ends what was asked for; a higher one is asked for. */
async function changeLimit(
  call: SignedInCall,
  setting: queries.Setting,
  limit: ApprovalLimit,
  wanted: number,
): Promise<void> {
  const { now, to } = limitNow(setting, limit)
  if (wanted === now) return
  const waiting = (await waitingRaises(call.db)).get(limit)
  // Saved once more with the rest of the form.
  if (wanted === to || (waiting !== undefined && askedLimit.parse(waiting.after).to === wanted)) return
  if (waiting !== undefined) await dropWaiting(call, [waiting], '限额已重新设置')
  await queries.saveLimit(call.db, limit, Math.min(wanted, now))
  if (wanted < now) return
  await ask(call, {
    kind: 'limit',
    subjectId: onlyOne,
    before: { to: now },
    after: { limit, to: wanted },
    days: approvalDays,
  })
}

/** @throws Refusal platformOnly, staleVersion, noRaise */
export async function cancelRaise(
  call: SignedInCall,
  { version, limit }: ParsedOf<typeof orders.cancelRaise>,
): Promise<true> {
  requirePlatform(call.scope, '充值与退款设置')
  const { now, to } = limitNow(await setting.take(call, onlyOne, { version }), limit)
  if (to === null) throw refuse(errors.noRaise)
  await queries.saveLimit(call.db, limit, now)
  return true
}

/** A higher limit counts from the day after another person agreed. */
export const limitApprovals: ApprovalPart = {
  kinds: ['limit'],
  describe: (_db, requests) =>
    Promise.resolve(
      new Map(
        requests.map(request => {
          const { limit, to } = askedLimit.parse(request.after)
          const label = approvalLimits[limit]
          const line = { label, before: formatFen(before.parse(request.before).to), after: formatFen(to) }
          return [
            request.id,
            { title: `调高${label}`, lines: [line], to: '/orderManage/rechargeOrder?act=settings' },
          ] as const
        }),
      ),
    ),
  async end(_to, call, request, { outcome }) {
    if (outcome !== 'approved') return
    const { limit, to } = askedLimit.parse(request.after)
    const { now } = limitNow(await setting.take(call, onlyOne), limit)
    // Lowered meanwhile below what was asked for or raised beyond it: what is agreed to is the figure asked for.
    if (to > now) await queries.raiseLimit(call.db, limit, { now, to })
  },
}
