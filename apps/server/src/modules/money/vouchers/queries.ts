import { type Insertable, type Selectable, sql } from 'kysely'
import type { Voucher } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a person uploaded since the business day began. Until the transaction ends nobody else takes of the same quota. */
export async function takeQuota(db: Db, memberId: number): Promise<{ pictures: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('vouchers of a day'), ${memberId}::integer)`.execute(db)
  return db
    .selectFrom('voucher')
    .select([sql<number>`count(*)`.as('pictures'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .where('member_id', '=', memberId)
    .where(sql<boolean>`business_day(uploaded_at) = business_day(now())`)
    .executeTakeFirstOrThrow()
}

export async function insertVoucher(db: Db, row: Insertable<Voucher>): Promise<number> {
  const { id } = await db.insertInto('voucher').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deleteVoucher(db: Db, id: number): Promise<void> {
  await db.deleteFrom('voucher').where('id', '=', id).execute()
}

/** The file of a voucher that is a school's in the scope, or that nothing uses and is this person's. */
export async function findFile(
  db: Db,
  scope: Scope,
  id: number,
  memberId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('voucher as v')
    .select('v.file')
    .where('v.id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        and([eb('v.organ_id', 'is not', null), scoped(scope, sql<number>`v.organ_id`)]),
        and([eb('v.organ_id', 'is', null), eb('v.member_id', '=', memberId)]),
      ]),
    )
    .executeTakeFirst()
  return row?.file
}

/** What a slip is known by; those of before 0082 by the file that was sent alone. */
export type VoucherMarks = Pick<Selectable<Voucher>, 'sha256' | 'pixels' | 'look'>

export async function notePrints(
  db: Db,
  id: number,
  prints: { pixels: Buffer; look: string },
): Promise<void> {
  await db.updateTable('voucher').set(prints).where('id', '=', id).execute()
}

/**
 * Makes a voucher a school's: one that is so already, or one of this person's that nothing uses.
 * @returns undefined where it is neither
 */
export async function takeVoucher(
  db: Db,
  id: number,
  { schoolId, memberId }: { schoolId: number; memberId: number },
): Promise<VoucherMarks | undefined> {
  return db
    .updateTable('voucher')
    .set({ organ_id: schoolId })
    .where('id', '=', id)
    .where(({ or, and, eb }) =>
      or([eb('organ_id', '=', schoolId), and([eb('organ_id', 'is', null), eb('member_id', '=', memberId)])]),
    )
    .returning(['sha256', 'pixels', 'look'])
    .executeTakeFirst()
}

/** Whoever pays by the same slip, by whatever upload of it, follows another until that is committed. */
export async function queueForSlip(db: Db, { pixels, sha256 }: VoucherMarks): Promise<void> {
  const slip = `slip ${(pixels ?? sha256).toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${slip}, 0))`.execute(db)
}

/** What was paid by slips: receipts and payouts that stand, deposits, refunds; `by` is named after 用于. */
const paidBySlips = sql`(
  select d.voucher_id, '合同 ' || c.no || ' 的押金' as by, abs(d.amount) as amount
  from deposit_entry d join contract c on c.id = d.contract_id
  union all
  select p.voucher_id, ' ' || p.no, p.amount from bill_payment p where p.voided_at is null
  union all
  select f.voucher_id, ' ' || f.no, f.amount from refund f)`

/** What was paid with the same slip; undefined: nothing was. */
export async function usedBy(db: Db, { sha256, pixels }: VoucherMarks): Promise<string | undefined> {
  const { rows } = await sql<{ by: string }>`
    select paid.by from voucher v join ${paidBySlips} paid on paid.voucher_id = v.id
    where v.sha256 = ${sha256} or v.pixels = ${pixels}
    limit 1`.execute(db)
  return rows[0]?.by
}

/** Of the 256 bits of a look, so many may differ where one is a copy of the other; see `vouchers.test.ts` for what does. */
const mostApart = 24

/** What was paid, of the same amount, with a slip that looks much the same; the likest, of two the latest. */
export async function likeOf(
  db: Db,
  { look, amount }: { look: string; amount: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ by: string }>`
    select paid.by from ${paidBySlips} paid join voucher v on v.id = paid.voucher_id,
      lateral (select bit_count(v.look # ${look}::bit(256)) as apart) as compared
    where paid.amount = ${amount} and apart <= ${mostApart}
    order by apart, v.id desc limit 1`.execute(db)
  return rows[0]?.by
}

/** Deletes the oldest `most` of those that nothing used for so many hours. @returns their files */
export async function deleteUnused(
  db: Db,
  { hours, most }: { hours: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from voucher where id in (
      select id from voucher
      where organ_id is null and uploaded_at < now() - ${hours} * interval '1 hour'
      order by uploaded_at limit ${most} for update skip locked
    ) returning file`.execute(db)
  return rows.map(({ file }) => file)
}

/** The files of all vouchers that something uses. */
export async function usedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('voucher').select('file').where('organ_id', 'is not', null).execute()
  return rows.map(({ file }) => file)
}
