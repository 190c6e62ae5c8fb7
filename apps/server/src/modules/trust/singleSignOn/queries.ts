import type { Db } from '../../../platform/postgres/db.ts'

/** Binds a member to an identity of this issuer, in place of the one before. */
export async function bindIdentity(
  db: Db,
  {
    memberId,
    issuer,
    subject,
    boundBy,
  }: { memberId: number; issuer: string; subject: string; boundBy: number | null },
): Promise<void> {
  await db
    .deleteFrom('external_identity')
    .where('member_id', '=', memberId)
    .where('issuer', '=', issuer)
    .execute()
  await db
    .insertInto('external_identity')
    .values({ member_id: memberId, issuer, subject, bound_by: boundBy })
    .execute()
}

export async function unbindIdentity(db: Db, memberId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('external_identity')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
