import type { Me } from '@drivesim/contract'
import { sql, type Updateable } from 'kysely'
import type { Member } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** The signed-in person's own row, with the organisation they belong to and the names of those they manage. */
export async function readMe(
  db: Db,
  memberId: number,
): Promise<Omit<Me, 'permissions' | 'mustAddFactor' | 'factorDueAt' | 'mostIdleMinutes'>> {
  const row = await db
    .selectFrom('member as m')
    .innerJoin('organisation as o', 'o.id', 'm.organ_id')
    .select([
      'm.id as userId',
      'm.name as userName',
      'm.phone as userPhone',
      'm.icon as userIcon',
      'm.mail as userMail',
      'm.account as userAccount',
      'o.name as userOrganName',
      'm.must_change_password as mustChangePassword',
      sql<string[]>`array(
        select managed.name from member_organisation mo join organisation managed on managed.id = mo.organ_id
        where mo.member_id = m.id order by managed.id
      )`.as('belongOrgans'),
      sql<boolean>`(select single_since is not null from finance_setting)`.as('decidesAlone'),
    ])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { ...row, avatar: row.userIcon }
}

/** What a member may change of themself, and what they are called; the row stays locked: two changes at once take turns. */
export async function lockMember(db: Db, memberId: number) {
  const member = await db
    .selectFrom('member')
    .select(['password_hash as hash', 'account', 'name', 'phone', 'mail', 'organ_id as organId'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return member
}

/** What a member is called. */
export function readNames(db: Db, memberId: number) {
  return db
    .selectFrom('member')
    .select(['account', 'name', 'phone', 'organ_id as organId'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** The names of a member's organisation, the school it belongs to, and those they manage: a hundred at most. */
export async function organisationNames(db: Db, memberId: number, organId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from organisation
    where id in (${organId}, school_of(${organId}))
      or id in (select organ_id from member_organisation where member_id = ${memberId})
    order by id in (${organId}, school_of(${organId})) desc, id limit 100`.execute(db)
  return rows.map(({ name }) => name)
}

export async function updateMember(db: Db, memberId: number, row: Updateable<Member>): Promise<void> {
  await db.updateTable('member').set(row).where('id', '=', memberId).execute()
}
