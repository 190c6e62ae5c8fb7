import { maskMail } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { canSend, sendCode } from './codes.service.ts'
import { contactsOf } from './queries.ts'

/**
 * Sends a member whose password an administrator has reset a link to set a new one, as part of the transaction.
 * @returns the mail that it went to, masked; null: they have none that is verified, or nothing can be sent
 */
export async function sendNewPasswordLink(
  services: Pick<Services, 'config' | 'dataKeys'>,
  db: Db,
  { id: memberId, account }: { readonly id: number; readonly account: string },
): Promise<string | null> {
  if (!canSend(services.config, 'mail', true)) return null
  const mail = (await contactsOf(db, memberId)).find(({ kind }) => kind === 'mail')
  if (mail === undefined || mail.address === null || mail.verifiedAt === null) return null
  const { address } = mail
  const refusal = await sendCode(services, db, { memberId, account, kind: 'mail', address, purpose: 'given' })
  return refusal === null ? maskMail(address) : null
}
