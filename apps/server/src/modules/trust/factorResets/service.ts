import {
  errors,
  type FactorResetState,
  factorResetMachine,
  factorResets,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { Call, SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isSamePerson, noteAccountTie } from '../../money/approvals/accountTies.service.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import { endApiKeys } from '../../open/apiKeys/ending.service.ts'
import { noteRights, setFirstPassword, takeMember } from '../../people/members/service.ts'
import { signOut } from '../../people/session/sessions.service.ts'
import { tellOfAccount } from '../accountNotices/service.ts'
import * as queries from './queries.ts'

const reset = machineRecord(factorResetMachine, {
  what: '重置申请',
  lock: queries.lockReset,
  latest: async () => null,
})

/** What waits for somebody's word, and why not for the reader's. */
export async function listWaiting({ db, scope, person }: Pick<SignedInCall, 'db' | 'scope' | 'person'>) {
  const rows = await queries.waitingResets(db, scope)
  return Promise.all(
    rows.map(async ({ askedBy, asker, askedAt, endsAt, ...row }) => ({
      ...row,
      askedBy: asker,
      askedAt: askedAt.toISOString(),
      endsAt: endsAt.toISOString(),
      notDecided: (await refusalOf(db, person.id, { askedBy, memberId: row.userId }))?.message ?? null,
    })),
  )
}

/** @throws Refusal notFound, memberOutranks, notResetOneself, nothingToReset, resetWaiting */
export async function ask(
  services: Services,
  call: SignedInCall,
  { userId: memberId, reason, proof }: ParsedOf<typeof factorResets.ask>,
): Promise<Outcome> {
  const { db, person } = call
  if (memberId === person.id) throw refuse(errors.notResetOneself)
  const member = await takeMember(call, memberId)
  if (!(await queries.hasFactor(db, memberId))) throw refuse(errors.nothingToReset)
  const state = (await queries.canDoHarm(db, memberId)) ? 'waiting' : 'done'
  const requestId = await queries.insertReset(db, { memberId, askedBy: person.id, reason, proof, state })
  if (requestId === undefined) throw refuse(errors.resetWaiting)
  await noteRights(call, factorResets.ask.change, member, [reason])
  if (state === 'done') return { requestId, state, firstPassword: await perform(services, call, memberId) }
  await tellOthers(
    services,
    call,
    `${person.name}申请重置 ${member.name}（${member.account}）的两步验证：${reason}`,
  )
  return { requestId, state, firstPassword: null }
}

interface Outcome {
  readonly requestId: number
  readonly state: FactorResetState
  readonly firstPassword: string | null
}

/** Another administrator's word. @throws Refusal notFound, resetNot, needsAnother, memberOutranks */
export async function decide(
  services: Services,
  call: SignedInCall,
  { requestId, accept }: ParsedOf<typeof factorResets.decide>,
): Promise<Outcome> {
  const { db, person } = call
  const row = await reset.take(call, requestId, { action: accept ? 'accept' : 'refuse' })
  const member = await takeMember(call, row.memberId)
  const refusal = await refusalOf(db, person.id, row)
  if (refusal !== null) throw refusal
  const state = accept ? 'done' : 'refused'
  await queries.endReset(db, requestId, state, person.id)
  await noteRights(call, factorResets.decide.change, member, [accept ? '批准' : '拒绝'])
  return { requestId, state, firstPassword: accept ? await perform(services, call, row.memberId) : null }
}

/** Why somebody may not decide: they asked, are the member, or may be one person with either. */
async function refusalOf(
  db: Db,
  deciderId: number,
  { askedBy, memberId }: { askedBy: number; memberId: number },
) {
  for (const other of [askedBy, memberId])
    if (await isSamePerson(db, deciderId, [other])) return refuse(errors.needsAnother)
  return null
}

/** Factors are void and the password is a first one again: signing in with it leads to new ones. @returns that password */
async function perform(services: Services, call: SignedInCall, memberId: number): Promise<string> {
  const { db, person } = call
  const password = await voidAndReset(services, db, memberId, call)
  await noteAccountTie(db, { memberId, byId: person.id, how: 'password' })
  return password
}

/** The same by whoever runs the server. */
export async function voidAndReset(
  services: Pick<Services, 'bus' | 'dataKeys'>,
  db: Db,
  memberId: number,
  from: Pick<Call, 'address' | 'userAgent'>,
): Promise<string> {
  await queries.voidFactors(db, memberId)
  const password = await setFirstPassword(db, memberId)
  await tellOfAccount(services, db, { memberId, notice: 'factorsReset', from })
  await signOut(services.bus, db, { memberId, reason: 'passwordChanged' })
  await endApiKeys(db, memberId, 'factorsReset')
  return password
}

async function tellOthers(services: Services, { db, person }: SignedInCall, brief: string): Promise<void> {
  const content = `<p>${escapeHtml(brief)}。</p><p><a href="/system/securityPolicy">去批准</a></p>`
  const told = await queries.otherAdministrators(db, person.id)
  await addMessages(
    services,
    db,
    [{ kind: 'announcement', title: '有两步验证重置等待批准', brief, content, pushId: null }],
    told.map(memberId => ({ memberId, text: 0, event: null })),
  )
}
