import { type AccessCode, contract, type Endpoint } from '@drivesim/contract'
import type { Answer, TestApp } from './app.ts'
import { keepDatabase, query, resetDatabase } from './database.ts'
import { type DomainSamples, type Inputs, loadSamples, type Sample, strangerGets } from './domainSamples.ts'
import { makePlace, type Place } from './place.ts'

/** In the text of every row of the other organisation. */
export const foreignMark = 'FOREIGN'

export interface MatrixCall {
  readonly name: string
  readonly domain: string
  readonly call: string
  readonly endpoint: Endpoint
  readonly sample: Sample<unknown, Place>
}

const domains = new Map<string, DomainSamples>()
for (const domain of Object.keys(contract)) domains.set(domain, await loadSamples(domain))

/** Every call of the contract with its sample. */
export const matrixCalls: readonly MatrixCall[] = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([call, endpoint]): MatrixCall => {
    const name = `${domain}.${call}`
    const sample = domains.get(domain)?.calls[call]
    if (sample === undefined) throw new Error(`no sample of ${name}`)
    return { name, domain, call, endpoint, sample }
  }),
)

/** One call with ids of the other organisation in a field, or in all that take any. */
export interface ForeignCall extends MatrixCall {
  /** The only field that is foreign; undefined: all of them. */
  readonly field: string | undefined
}

/** Two schools with one of everything, and somebody of the first who makes the calls. */
export interface World {
  readonly app: TestApp
  readonly own: Place
  readonly foreign: Place
  input(call: MatrixCall, of: 'own' | 'foreign'): Readonly<Record<string, unknown>>
  /** Sends a call as the person of the first school. */
  send(call: MatrixCall, input: unknown): Promise<Answer<unknown>>
  /** Gives that person these codes and no other; they manage their school, or the platform. */
  hold(codes: readonly AccessCode[], manage?: 'school' | 'platform'): Promise<void>
  /** Brings both schools back to what they were when they were made. */
  restore(): Promise<void>
}

/** Makes both schools in an emptied database. */
export async function makeWorld(app: TestApp): Promise<World> {
  await resetDatabase(app.database)
  const [own, ownInputs] = await makeSide(app, 'OWN')
  const [foreign, foreignInputs] = await makeSide(app, foreignMark)
  const inputs = { own: ownInputs, foreign: foreignInputs }
  const restore = await keepDatabase(app.database)
  return {
    app,
    own,
    foreign,
    restore,
    input: ({ domain, call }, of) => inputs[of].get(domain)?.[call] ?? {},
    send: ({ endpoint }, input) => app.send(endpoint, input, { authorization: `Bearer ${own.tokens.token}` }),
    async hold(codes, manage = 'school') {
      const { pool } = app.services
      // However long the tests before took, they proved just now who they are.
      await pool.query('update session set authenticated_at = now(), input_at = now() where member_id = $1', [
        own.me,
      ])
      await pool.query('delete from role_access where role_id = $1', [own.meRole])
      await pool.query('insert into role_access select $1::bigint, unnest($2::text[])', [own.meRole, codes])
      await pool.query(
        `update member_organisation set organ_id = case when $2 then $3
           else (select id from organisation where type = 'platform') end where member_id = $1`,
        [own.me, manage === 'school', own.organ],
      )
    },
  }
}

async function makeSide(app: TestApp, mark: string): Promise<[Place, ReadonlyMap<string, Inputs>]> {
  const place = await makePlace(app, mark)
  const inputs = new Map<string, Inputs>()
  for (const [domain, samples] of domains) inputs.set(domain, await samples.inputs(app, place))
  return [place, inputs]
}

/** The fields of a call's input that hold ids: those that are not the same at both schools. */
export function idFields(world: World, call: MatrixCall): string[] {
  const foreign = world.input(call, 'foreign')
  return Object.entries(world.input(call, 'own')).flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(foreign[field]) ? [] : [field],
  )
}

/** A call's ways to carry foreign ids: all together, and each alone where there are several. */
export function foreignCalls(world: World, call: MatrixCall): ForeignCall[] {
  const fields = idFields(world, call)
  const alone = fields.length > 1 ? fields : []
  return [undefined, ...alone].map(field => ({ ...call, field }))
}

/** What is wrong with the answer to a call that carries foreign ids, or undefined. */
export async function foreignProblem(world: World, foreignCall: ForeignCall): Promise<string | undefined> {
  const { endpoint, sample, field } = foreignCall
  const foreign = world.input(foreignCall, 'foreign')
  const input =
    field === undefined ? foreign : { ...world.input(foreignCall, 'own'), [field]: foreign[field] }
  const refusable = idFields(world, foreignCall).length > 0
  const before = refusable && endpoint.change !== undefined ? await snapshot(world.app) : undefined
  const answer = await world.send(foreignCall, input)
  // The sentence may repeat what was sent; the data may not hold anything of it.
  if (answer.body.replace(answer.msg, '').includes(foreignMark)) return 'shows what is foreign'
  const changed = before && differentKeys(before, await snapshot(world.app))
  if (changed !== undefined && changed.length > 0) return `changes ${changed.join(', ')}`
  const stranger = sample.platformOnly ?? strangerGets(sample, field)
  // What has no ids of anybody is the same for everybody.
  const everybodys = refusable ? 0 : (sample.refused?.code ?? 0)
  const expected = stranger === 'nothing' || !(refusable || sample.platformOnly) ? everybodys : stranger.code
  const code = codeOf(endpoint, answer)
  if (code !== expected) return `answers ${code} ${answer.msg} in place of ${expected}`
  if (!refusable || stranger !== 'nothing' || endpoint.change !== undefined) return undefined
  // Totals and figures carry no mark: what is foreign must count no more than what is not there.
  const unknown = await world.send(foreignCall, unknownIds(world.input(foreignCall, 'own'), input))
  return timeless(unknown.body) === timeless(answer.body) ? undefined : 'counts what is foreign'
}

/** A body without the moment that it is of. */
const timeless = (body: string) => body.replace(/"asOf":"[^"]*"/, '')

/** An input in which ids of nothing stand wherever the two differ. */
function unknownIds(own: unknown, foreign: unknown): unknown {
  if (Array.isArray(own)) return own.map((item, i) => unknownIds(item, Reflect.get(Object(foreign), i)))
  if (typeof own === 'object' && own !== null) {
    const fields = Object.entries(own).map(([field, value]) => [
      field,
      unknownIds(value, Reflect.get(Object(foreign), field)),
    ])
    return Object.fromEntries(fields)
  }
  if (own === foreign) return own
  return typeof own === 'number' ? 999_999_999 : 'NONE-0000'
}

/** The code of an answer; a file has none. */
export function codeOf({ reply }: Endpoint, { status, code }: Answer<unknown>): number {
  return reply === 'file' && status === 200 && Number.isNaN(code) ? 0 : code
}

/** By table a hash of what is stored, but for what every call writes (a session's last use, the logs) and the server itself. */
async function snapshot({ database, services }: TestApp): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await services.pool.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname !~ '^(operation_log|(hearing|log_seal|personal_reading|unsealed_log)$)' order by 1`,
  )
  const hashes = rows.map(
    ({ name }) =>
      `select md5(string_agg(row, ';' order by row)) as hash from (select (to_jsonb(t) - '{last_used_at,input_at}'::text[])::text as row from ${name} t) r`,
  )
  const found = await query(database.ownerUrl, hashes.join(' union all '))
  return new Map(rows.map(({ name }, n) => [name, JSON.stringify(found[n])]))
}

const differentKeys = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] =>
  [...before.keys()].filter(table => before.get(table) !== after.get(table))
