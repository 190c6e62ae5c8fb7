import { type ContactKind, contactKinds, contacts, errors, type ParsedOf, refuse } from '@drivesim/contract'
import { verifyPassword } from '../../../platform/auth/passwords.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { rememberBrowser } from '../../people/session/gate.service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { isStrange } from '../secondSteps/firstFactor.service.ts'
import { countTry, useCode } from './codes.queries.ts'
import { canSend, sendCode } from './codes.service.ts'
import * as queries from './queries.ts'

/**
 * Sends a code to one's own contact: to verify it, or, where nobody knows the browser, to add a first factor by one that is verified.
 * @throws Refusal contactMissing, contactUnavailable, strangeBrowser, contactVerified, contactFull, textsFull
 */
export async function verify(
  services: Services,
  call: SignedInCall,
  { kind }: ParsedOf<typeof contacts.verify>,
): Promise<true> {
  const { person } = call
  const { address } = await requireContact(call, kind)
  if (!canSend(services.config, kind)) throw refuse(errors.contactUnavailable, kind)
  const refusal = await services.db.transaction().execute(trx => {
    const { id: memberId, account } = person
    return sendCode(services, trx, { memberId, account, kind, address, purpose: 'verify' })
  })
  if (refusal !== null) throw refusal
  return true
}

/** @throws Refusal contactMissing, strangeBrowser, contactVerified, contactCodeOver, codeWrong */
export async function confirm(
  services: Services,
  call: SignedInCall,
  { kind, code }: ParsedOf<typeof contacts.confirm>,
): Promise<true> {
  const { db, person } = call
  // Apart from the change, which is undone where it is refused: a try stays one.
  const tried = await countTry(services.db, 'verify', kind, { memberId: person.id })
  if (tried === undefined) throw refuse(errors.contactCodeOver)
  if (!(await verifyPassword(tried.codeHash, code))) throw refuse(errors.codeWrong, tried.left)
  await queries.lockMember(db, person.id)
  const { isForFactor } = await requireContact(call, kind)
  if (!(await useCode(db, tried.id))) throw refuse(errors.contactCodeOver)
  if (isForFactor) {
    await queries.allowFirstFactor(db, person.sessionId)
    const { authentication, apiBase } = services
    rememberBrowser(authentication.browsers, {
      account: person.account.toLowerCase(),
      call,
      path: `${apiBase}/auth`,
    })
  } else {
    await queries.setVerified(db, person.id, kind)
  }
  await noteAct(call, { kind: 'rights', label: contacts.confirm.change, target: contactKinds[kind] })
  return true
}

/**
 * The contact that is to be proved, and what for. What proves who one is is not set up in a browser that nobody knows: there a contact
 * counts that was verified before.
 */
async function requireContact({ db, person }: Pick<SignedInCall, 'db' | 'person'>, kind: ContactKind) {
  const own = (await queries.contactsOf(db, person.id)).find(one => one.kind === kind)
  const address = own?.address ?? null
  if (own === undefined || address === null) throw refuse(errors.contactMissing, kind)
  const isForFactor = await isStrange(db, person)
  if (isForFactor && own.verifiedAt === null) throw refuse(errors.strangeBrowser)
  if (!isForFactor && own.verifiedAt !== null) throw refuse(errors.contactVerified, kind)
  return { address, isForFactor }
}
