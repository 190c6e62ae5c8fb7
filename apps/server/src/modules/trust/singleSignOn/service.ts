import { errors, type ParsedOf, refuse, type singleSignOn } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { unlessTaken } from '../../../platform/postgres/db.ts'
import { noteAccountTie } from '../../money/approvals/accountTies.service.ts'
import { noteRights, takeMember } from '../../people/members/service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount } from '../accountNotices/service.ts'
import { finishAtProvider, identitiesOf } from '../identities/service.ts'
import * as queries from './queries.ts'

/** How somebody is known at the provider. */
export async function ownIdentities({ config }: Services, { db, person }: SignedInCall) {
  const rows = await identitiesOf(db, person.id)
  return {
    name: config.singleSignOn?.name ?? null,
    identities: rows.map(({ id, boundAt, ...row }) => ({
      ...row,
      identityId: id,
      boundAt: boundAt.toISOString(),
    })),
  }
}

/** Binds one's own account to whom one is at the provider. */
export async function bind(
  services: Services,
  call: SignedInCall,
  answer: ParsedOf<typeof singleSignOn.bind>,
): Promise<true> {
  const { db, person } = call
  const { issuer, subject } = await finishAtProvider(services, 'providerBind', person.id, answer)
  const bound = { memberId: person.id, issuer, subject, boundBy: null }
  if (!(await unlessTaken(queries.bindIdentity(db, bound)))) throw refuse(errors.identityTaken)
  await noteAct(call, { kind: 'rights', label: '绑定单点登录', target: subject })
  await tellOfAccount(services, db, {
    memberId: person.id,
    notice: 'factorAdded',
    detail: '单点登录',
    from: call,
  })
  return true
}

export async function unbind(
  services: Services,
  call: SignedInCall,
  { identityId }: ParsedOf<typeof singleSignOn.unbind>,
): Promise<true> {
  const { db, person } = call
  if (!(await queries.unbindIdentity(db, person.id, identityId))) throw refuse(errors.notFound, '绑定')
  await noteAct(call, { kind: 'rights', label: '解除单点登录' })
  await tellOfAccount(services, db, {
    memberId: person.id,
    notice: 'factorRemoved',
    detail: '单点登录',
    from: call,
  })
  return true
}

/** An administrator says who a member is at the provider: they may sign in as them, so that it counts as a reset. */
export async function bindMember(
  services: Services,
  call: SignedInCall,
  { userId: memberId, subject }: ParsedOf<typeof singleSignOn.bindMember>,
): Promise<true> {
  const { db, person } = call
  const member = await takeMember(call, memberId)
  const { singleSignOn: configured } = services.config
  if (configured === undefined) throw refuse(errors.noProvider)
  const bound = { memberId, issuer: configured.issuer.href, subject, boundBy: person.id }
  if (!(await unlessTaken(queries.bindIdentity(db, bound)))) throw refuse(errors.identityTaken)
  await noteAccountTie(db, { memberId, byId: person.id, how: 'password' })
  await noteRights(call, '绑定单点登录', member, [subject])
  await tellOfAccount(services, db, { memberId, notice: 'factorAdded', detail: '单点登录', from: call })
  return true
}
