import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SealedIdNumber } from './identity.rules.ts'

/** An ID number as a row has it. */
export interface KeptIdNumber extends SealedIdNumber {
  readonly id: number
}

/** ID numbers of the students after one, in the order of their ids. @param unlike leaves out what begins like this */
export async function idNumbersAfter(
  db: Db,
  after: number,
  count: number,
  unlike: Buffer | null = null,
): Promise<KeptIdNumber[]> {
  const { rows } = await sql<KeptIdNumber>`
    select id, id_number as sealed, id_number_hash as hash, id_number_tail as tail from student
    where id > ${after} and id_number is not null
      and (${unlike}::bytea is null or substring(id_number for length(${unlike}::bytea)) <> ${unlike}::bytea)
    order by id limit ${count}`.execute(db)
  return rows
}

/** Replaces what is sealed, unless it was written anew since it was read. */
export async function replaceSealed(
  db: Db,
  rows: readonly { old: KeptIdNumber; fresh: SealedIdNumber }[],
): Promise<void> {
  await sql`
    update student s set id_number = g.sealed, id_number_hash = g.hash
    from unnest(${rows.map(({ old }) => old.id)}::bigint[], ${rows.map(({ old }) => old.sealed)}::bytea[],
      ${rows.map(({ fresh }) => fresh.sealed)}::bytea[], ${rows.map(({ fresh }) => fresh.hash)}::bytea[]
    ) g (id, old, sealed, hash)
    where s.id = g.id and s.id_number = g.old`.execute(db)
}
