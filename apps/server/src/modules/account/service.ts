import { type account, errors, type ParsedOf, refuse } from '@drivesim/contract'
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Services } from '../../platform/module.ts'
import { sayLive } from '../live/service.ts'
import { signOut } from '../session/sessions.service.ts'
import { isCommonPassword } from './passwords.service.ts'
import { lockPassword, updateMember } from './queries.ts'

/** 编辑个人信息: one's own row. */
export async function modifyProfile(
  services: Services,
  { db, person }: SignedInCall,
  { userId, userName, userPhone, userIcon, userMail }: ParsedOf<typeof account.modify>,
): Promise<true> {
  if (userId !== person.id) throw refuse(errors.notOneself)
  await updateMember(db, person.id, { name: userName, phone: userPhone, icon: userIcon, mail: userMail })
  await sayLive(services.bus, db, { sessionChanged: [person.id] })
  return true
}

/** 修改密码: with the old one; the other sessions end, this one stays. */
export async function changePassword(
  services: Services,
  { db, person }: SignedInCall,
  { oPwd, nPwd }: ParsedOf<typeof account.changePassword>,
): Promise<true> {
  const stored = await lockPassword(db, person.id)
  if (!(await verifyPassword(stored, oPwd))) throw refuse(errors.oldPasswordWrong)
  if (nPwd === oPwd) throw refuse(errors.samePassword)
  if (isCommonPassword(nPwd, person.account)) throw refuse(errors.commonPassword)
  await updateMember(db, person.id, {
    password_hash: await hashPassword(nPwd),
    must_change_password: false,
  })
  await signOut(services.bus, db, person.id, 'passwordChanged', { except: person.sessionId })
  return true
}
