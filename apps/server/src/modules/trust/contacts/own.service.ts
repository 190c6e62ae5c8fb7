import { type ContactKind, maskMail, maskPhone, type OwnContact } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { canSend } from './codes.service.ts'
import { contactsOf } from './queries.ts'

/** One's own contacts, and whether they are known to reach one. */
export async function ownContacts({ config }: Services, db: Db, memberId: number): Promise<OwnContact[]> {
  const own = await contactsOf(db, memberId)
  return own.map(({ kind, address, verifiedAt }) => ({
    kind,
    address: address === null ? null : masked(kind, address),
    verifiedAt: verifiedAt?.toISOString() ?? null,
    canSend: canSend(config, kind),
  }))
}

const masked = (kind: ContactKind, address: string) =>
  kind === 'sms' ? maskPhone(address) : maskMail(address)
