import { createHash, randomBytes } from 'node:crypto'
import type { AccessCode } from '@drivesim/contract'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'

let made = 0
const next = () => {
  made += 1
  return made
}

/** One row of what was inserted. */
async function insert<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  sql: string,
  values: unknown[],
): Promise<Row> {
  const { rows } = await pool.query<Row>(sql, values)
  const [row] = rows
  if (row === undefined) throw new Error(`nothing inserted: ${sql}`)
  return row
}

export interface NewOrganisation {
  name?: string
  type?: 'platform' | 'school' | 'servicePoint'
  parent?: number
}

/** An organisation; a school below the platform unless said otherwise (the platform is made when there is none). */
export async function makeOrganisation(pool: pg.Pool, given: NewOrganisation = {}): Promise<number> {
  const type = given.type ?? 'school'
  const parent = type === 'platform' ? null : (given.parent ?? (await platform(pool)))
  const { id } = await insert<{ id: number }>(
    pool,
    'insert into organisation (name, type, parent_id) values ($1, $2, $3) returning id',
    [given.name ?? `机构${next()}`, type, parent],
  )
  return id
}

async function platform(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from organisation where type = 'platform' limit 1`,
  )
  return rows[0]?.id ?? (await makeOrganisation(pool, { type: 'platform', name: '平台' }))
}

export async function makeClassroom(pool: pg.Pool, organ: number, name = `教室${next()}`): Promise<number> {
  const { id } = await insert<{ id: number }>(
    pool,
    'insert into classroom (organ_id, name) values ($1, $2) returning id',
    [organ, name],
  )
  return id
}

export interface NewSimulator {
  organ: number
  room: number
  sn?: string
  name?: string
  carNum?: string
  enabled?: boolean
}

/** A simulator that never reported, with its key; its four intervals are open from an hour ago. */
export async function makeSimulator(pool: pg.Pool, given: NewSimulator) {
  const sn = given.sn ?? `TEST-${String(next()).padStart(5, '0')}`
  const key = randomBytes(32).toString('base64url')
  const enabled = given.enabled ?? true
  const { id } = await insert<{ id: number }>(
    pool,
    `insert into simulator (sn, name, organ_id, room_id, car_num, key_hash) values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      sn,
      given.name ?? `模拟器${sn}`,
      given.organ,
      given.room,
      given.carNum ?? null,
      createHash('sha256').update(key).digest(),
    ],
  )
  const { since } = await insert<{ since: Date }>(
    pool,
    `insert into simulator_state (simulator_id, enabled, online_since, activity_since, health_since, enabled_since, state_since)
     select $1::bigint, $2::boolean, t, t, t, t, t from (select date_trunc('second', now()) - interval '1 hour' as t) since
     returning online_since as since`,
    [id, enabled],
  )
  await pool.query(
    `insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
     select $1::bigint, fact, value, $2::bigint, $3::bigint, $4::timestamptz
     from (values ('link', 'offline'), ('activity', 'idle'), ('health', 'ok'), ('administration', $5::text)) f (fact, value)`,
    [id, given.organ, given.room, since, enabled ? 'enabled' : 'disabled'],
  )
  return { id, sn, key, organ: given.organ, room: given.room }
}

export interface NewMember {
  account?: string
  name?: string
  codes?: readonly AccessCode[]
  /** Organisations managed; the platform itself, so all, when missing. */
  organs?: readonly number[]
  enabled?: boolean
  /** Their own organisation; the first they manage when missing. */
  organ?: number
}

/** A role; the platform's unless it has an owner. */
export async function makeRole(
  pool: pg.Pool,
  given: { name?: string; codes?: readonly AccessCode[]; organ?: number; builtIn?: boolean } = {},
): Promise<number> {
  const { id } = await insert<{ id: number }>(
    pool,
    'insert into role (name, organ_id, built_in) values ($1, $2, $3) returning id',
    [given.name ?? `角色${next()}`, given.organ ?? null, given.builtIn ?? false],
  )
  await pool.query('insert into role_access select $1::bigint, unnest($2::text[])', [id, given.codes ?? []])
  return id
}

/** The password of every member that is made. */
export const password = 'Correct-Horse-9'
/** The cost is written in the hash, so that signing in is as cheap: what a password costs is no test's matter but its own. */
const cheapest = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

/** A member with a role of their own that holds the given codes. */
export async function makeMember(pool: pg.Pool, given: NewMember = {}) {
  passwordHash ??= hash(password, cheapest)
  const account = given.account ?? `member${next()}`
  const organs = given.organs ?? [await platform(pool)]
  const { id } = await insert<{ id: number }>(
    pool,
    'insert into member (account, name, password_hash, organ_id, enabled) values ($1, $2, $3, $4, $5) returning id',
    [
      account,
      given.name ?? '测试员',
      await passwordHash,
      given.organ ?? organs[0] ?? (await platform(pool)),
      given.enabled ?? true,
    ],
  )
  await pool.query('insert into member_organisation select $1::bigint, unnest($2::bigint[])', [id, organs])
  const role = await makeRole(pool, { name: account, codes: given.codes ?? [] })
  await pool.query('insert into member_role values ($1, $2)', [id, role])
  return { id, account, password, role }
}

export async function makeStudent(pool: pg.Pool, school: number, name = `学员${next()}`): Promise<number> {
  const { id } = await insert<{ id: number }>(
    pool,
    `insert into student (name, phone, school_id) values ($1, '13800000000', $2) returning id`,
    [name, school],
  )
  return id
}
