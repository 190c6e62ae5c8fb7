import type { Tokens } from '@drivesim/contract'
import { contract } from '@drivesim/contract'
import { z } from 'zod'
import type { TestApp } from './app.ts'
import { query } from './database.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeRole,
  makeSimulator,
  makeStudent,
} from './factories.ts'

/** A school with people and a simulator, on which the things of all domains hang; every name carries the mark. */
export interface Place {
  readonly mark: string
  readonly organ: number
  readonly room: number
  readonly simulator: number
  readonly sn: string
  readonly student: number
  readonly role: number
  /** Who makes the calls; has no code but those that are given to `meRole`. */
  readonly me: number
  readonly meRole: number
  readonly account: string
  readonly password: string
  readonly tokens: Tokens
  /** A colleague. */
  readonly member: number
  /** One that `me` sent to the simulator. */
  readonly command: string
}

export async function makePlace(app: TestApp, mark: string): Promise<Place> {
  const { pool } = app.services
  const organ = await makeOrganisation(pool, { name: `${mark}-驾校` })
  const room = await makeClassroom(pool, organ, `${mark}-教室`)
  const simulator = await makeSimulator(pool, { organ, room, sn: `${mark}-0001`, name: `${mark}-设备` })
  const student = await makeStudent(pool, organ, `${mark}-学员`)
  // Their own roles are the platform's, which everybody may see: they are called as the accounts are.
  const account = mark.toLowerCase()
  const me = await makeMember(pool, { account, name: `${mark}-成员`, organs: [organ] })
  const member = await makeMember(pool, { account: `${account}2`, name: `${mark}-同事`, organs: [organ] })
  const role = await makeRole(pool, { name: `${mark}-角色`, organ })
  const { data: tokens } = await app.signIn(account, me.password)
  // The first call with a token is noted with its session; whatever comes later changes nothing there.
  await app.call(contract.account.me, undefined, { authorization: `Bearer ${tokens.token}` })
  const [row] = await query(
    app.database.ownerUrl,
    `insert into simulator_command (id, simulator_id, organ_id, member_id, command, expires_at, answered_at, ok)
     values (gen_random_uuid(), $1, $2, $3, 'lock', now() + interval '1 day', now(), true) returning id as command`,
    [simulator.id, organ, me.id],
  )
  const { command } = z.object({ command: z.string() }).parse(row)
  return {
    mark,
    organ,
    room,
    simulator: simulator.id,
    sn: simulator.sn,
    student,
    role,
    me: me.id,
    meRole: me.role,
    account,
    password: me.password,
    tokens,
    member: member.id,
    command,
  }
}

/** Ids of rows that one statement made, by the names it gives them. */
export async function insertIds<const Name extends string>(
  app: TestApp,
  names: readonly Name[],
  sql: string,
  values: unknown[],
): Promise<Record<Name, number>> {
  const [row] = await query(app.database.ownerUrl, sql, values)
  return z.record(z.enum(names), z.coerce.number()).parse(row)
}

/** What belongs to a place: every row that names its school, its simulator or its people, or carries its mark. */
export async function rowsOf(
  app: TestApp,
  { organ, simulator, me, member, mark }: Place,
): Promise<unknown[]> {
  const { rows: tables } = await app.services.pool.query<{ name: string; columns: string[] }>(
    `select format('%I', relname) as name, array_agg(attname::text) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by 1 order by 1`,
  )
  const owners: Readonly<Record<string, readonly number[]>> = {
    organ_id: [organ],
    school_id: [organ],
    simulator_id: [simulator],
    member_id: [me, member],
  }
  const rows = tables.map(({ name, columns }) => {
    const owned = Object.entries(owners).filter(([column]) => columns.includes(column))
    const conditions = owned.map(([column, ids]) => `${column} in (${ids})`)
    return `(select to_jsonb(t) - 'changed_xid' as row from ${name} t
      where ${[...conditions, `t::text like '%${mark}%'`].join(' or ')} order by t::text)`
  })
  return query(app.database.ownerUrl, rows.join(' union all '))
}
