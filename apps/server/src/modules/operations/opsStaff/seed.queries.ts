import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What people can repair, by the names of the components. */
export async function insertSkills(db: Db, skills: readonly { id: number; kind: string }[]): Promise<void> {
  await sql`
    insert into staff_skill (member_id, component_kind_id)
    select x.id, k.id from unnest(${skills.map(({ id }) => id)}::bigint[], ${skills.map(({ kind }) => kind)}::text[])
      as x (id, kind) join component_kind k on k.name = x.kind`.execute(db)
}
