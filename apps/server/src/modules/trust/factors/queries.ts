import type { Transports } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export async function insertFactor(
  db: Db,
  memberId: number,
  factor:
    | { kind: 'totp'; id: number; name: string; secret: Buffer; lastStep: number }
    | {
        kind: 'passkey'
        name: string
        credentialId: string
        publicKey: Uint8Array
        counter: number
        transports: Transports
        rpId: string
      },
): Promise<void> {
  const { kind, name } = factor
  const columns =
    factor.kind === 'totp'
      ? { id: factor.id, secret: factor.secret, last_step: factor.lastStep }
      : {
          credential_id: factor.credentialId,
          public_key: Buffer.from(factor.publicKey),
          counter: factor.counter,
          transports: [...factor.transports],
          rp_id: factor.rpId,
        }
  await db
    .insertInto('factor')
    .values({ member_id: memberId, kind, name, ...columns })
    .execute()
}

/** An id for a row that is sealed before it is written. */
export async function nextFactorId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('factor', 'id')) as id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a sequence gave nothing')
  return Number(row.id)
}

export async function renameFactor(db: Db, memberId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factor')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteFactor(db: Db, memberId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('factor')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Locks somebody's row: who changes their factors at once take turns. */
export async function lockOwner(
  db: Db,
  memberId: number,
): Promise<{ account: string; name: string; hash: string }> {
  return db
    .selectFrom('member')
    .select(['account', 'name', 'password_hash as hash'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function replaceRecoveryCodes(
  db: Db,
  memberId: number,
  codes: readonly { slot: number; hash: string }[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  if (codes.length === 0) return
  await db
    .insertInto('recovery_code')
    .values(codes.map(({ slot, hash }) => ({ member_id: memberId, slot, hash })))
    .execute()
}
