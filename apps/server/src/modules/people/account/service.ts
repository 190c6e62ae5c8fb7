import { account, changesContact, errors, type ParsedOf, refuse } from '@drivesim/contract'
import { requireProof } from '../../../platform/auth/auth.ts'
import { hashPassword, verifyPassword } from '../../../platform/auth/passwords.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { endApiKeys } from '../../open/apiKeys/ending.service.ts'
import { stopEndpointsOf } from '../../open/webhooks/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount, tellOfContact } from '../../trust/accountNotices/service.ts'
import { signOut } from '../session/sessions.service.ts'
import { passwordRefusal } from './passwords.service.ts'
import { lockMember, organisationNames, updateMember } from './queries.ts'

/**
 * 编辑个人信息: one's own row. A session that was left open must not be enough to become somebody else's: where phone or
 * mail change, the password is asked for, and the old ones are told.
 */
export async function modifyProfile(
  services: Services,
  call: SignedInCall,
  { userId, password, ...form }: ParsedOf<typeof account.modify>,
): Promise<true> {
  const { db, person } = call
  if (userId !== person.id) throw refuse(errors.notOneself)
  const stored = await lockMember(db, person.id)
  if (changesContact({ userPhone: stored.phone, userMail: stored.mail }, form)) {
    requireProof(person, 'recent')
    if (!password) throw refuse(errors.contactNeedsPassword)
    if (!(await verifyPassword(stored.hash, password))) throw refuse(errors.contactPasswordWrong)
    await tellOfContact(services, db, {
      memberId: person.id,
      account: person.account,
      before: stored,
      after: { phone: form.userPhone, mail: form.userMail },
      from: call,
    })
  }
  const { userName, userPhone, userIcon, userMail } = form
  await updateMember(db, person.id, { name: userName, phone: userPhone, icon: userIcon, mail: userMail })
  await sayLive(services.bus, db, { sessionChanged: [person.id] })
  return true
}

/** 修改密码: with the old one; the other sessions end, this one stays. Who says 不是我 has keys and endpoints end too. */
export async function changePassword(
  services: Services,
  call: SignedInCall,
  { oPwd, nPwd, stopKeys }: ParsedOf<typeof account.changePassword>,
): Promise<true> {
  const { db, person } = call
  const stored = await lockMember(db, person.id)
  if (!(await verifyPassword(stored.hash, oPwd))) throw refuse(errors.oldPasswordWrong)
  if (nPwd === oPwd) throw refuse(errors.samePassword)
  const organisations = await organisationNames(db, person.id, stored.organId)
  const refusal = await passwordRefusal(nPwd, { ...stored, organisations })
  if (refusal !== null) throw refusal
  await updateMember(db, person.id, {
    password_hash: await hashPassword(nPwd),
    must_change_password: false,
    first_password_until: null,
  })
  await noteAct(call, { kind: 'rights', label: account.changePassword.change })
  // Who was given a first password, and has not chosen the next one, finds that it is none any more.
  if (!person.mustChangePassword)
    await tellOfAccount(services, db, { memberId: person.id, notice: 'passwordChanged', from: call })
  await signOut(services.bus, db, {
    memberId: person.id,
    reason: 'passwordChanged',
    except: person.sessionId,
  })
  if (stopKeys) {
    await endApiKeys(db, person.id, 'notMe')
    await stopEndpointsOf(services, db, person.id)
  }
  return true
}
