import { afterEach, beforeEach, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation, makeStudent } from '../../../../test/factories.ts'
import { asRole, makeReportRole } from '../../../../test/reportRole.ts'
import { verifierOf } from './password.rules.ts'
import { removalStatements, roleStatements, runStatements } from './queries.ts'
import { statementsFor } from './service.ts'

// What a report role can and cannot see, asked as that role.

let app: TestApp
let mine: number
let foreign: number
let point: number
let role: Awaited<ReturnType<typeof makeReportRole>>
const name = `analyst_${process.env.VITEST_POOL_ID}`
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  const { pool } = app.services
  mine = await makeOrganisation(pool, { name: '甲驾校' })
  foreign = await makeOrganisation(pool, { name: '乙驾校' })
  point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: mine })
  await makeStudent(pool, mine, '1')
  await makeStudent(pool, foreign, '别校学员')
  role = await makeReportRole(app.database.ownerUrl, { name, schools: [mine] })
})
afterEach(() => role.end())

const superuser = () => asRole(app.database.ownerUrl, 'postgres')

test('it may read every view of the schema report, and nothing else of the database', async () => {
  const { ownerUrl } = app.database
  const relations = (condition: string) =>
    query(
      ownerUrl,
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname !~ '^(pg_|information_schema)' and ${condition} order by 1`,
    )
  const may = (privileges: string) =>
    `case when c.relkind = 'S' then has_sequence_privilege('${name}', c.oid, 'usage, select, update')
      else has_any_column_privilege('${name}', c.oid, '${privileges}') or has_table_privilege('${name}', c.oid, '${privileges}') end`
  const readable = await relations(may('select'))
  expect(readable).toEqual(await relations(`n.nspname = 'report'`))
  expect(readable.length).toBeGreaterThanOrEqual(14)
  expect(await relations(may('insert, update, references'))).toEqual([])
  expect(await relations(`has_table_privilege('${name}', c.oid, 'delete, truncate, trigger')`)).toEqual([])
  for (const { name: table } of (await relations(`n.nspname = 'public' and c.relkind in ('r', 'p')`)) as {
    name: string
  }[])
    await expect(role.rows(`select from public.${table} limit 0`)).rejects.toThrow('permission denied')
})

test('it makes nothing, and calls no function that acts as the owner', async () => {
  const { ownerUrl } = app.database
  expect(
    await query(
      ownerUrl,
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.prosecdef and has_function_privilege('${name}', p.oid, 'execute')`,
    ),
  ).toEqual([])
  expect(
    await query(
      ownerUrl,
      `select nspname from pg_namespace where has_schema_privilege('${name}', oid, 'create') and nspname !~ '^pg_'`,
    ),
  ).toEqual([])
  expect(
    await query(
      ownerUrl,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolconnlimit from pg_roles where rolname = '${name}'`,
    ),
  ).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      rolconnlimit: 5,
    },
  ])
  await expect(role.rows('create temporary table mine (id int)')).rejects.toThrow('read-only transaction')
  expect(await role.rows('show statement_timeout')).toEqual([{ statement_timeout: '1min' }])
})

test('it sees its school with the service points, and no row of another', async () => {
  expect(await role.rows('select organisation_id from organisations order by 1')).toEqual(
    [mine, point].map(id => ({ organisation_id: String(id) })),
  )
  expect(await role.rows('select school_id, name from students')).toEqual([
    { school_id: String(mine), name: '1' },
  ])
})

test('a condition that fails or tells does not see rows of another school', async () => {
  // Pushed below the view's own condition, the cast would fail at 别校学员 and say so.
  expect(await role.rows('select count(*) from students where name::int > 0')).toEqual([{ count: '1' }])
  const told: (string | undefined)[] = []
  role.client.on('notice', ({ message }) => told.push(message))
  await role.rows(`
    begin; set transaction read write;
    create function pg_temp.tell(text) returns boolean language plpgsql cost 0.0000001
      as $$ begin raise notice '%', $1; return true; end $$;
    select from report.students where pg_temp.tell(name);
    select from report.organisations where pg_temp.tell(name);
    rollback`)
  expect(told.toSorted()).toEqual(['1', '甲服务点', '甲驾校'])
})

test('whoever was named nowhere sees nothing, and without schools everything is seen', async () => {
  await query(app.database.ownerUrl, 'delete from report_access')
  const views = await query(
    app.database.ownerUrl,
    `select viewname from pg_views where schemaname = 'report'`,
  )
  for (const { viewname } of views as { viewname: string }[])
    expect(await role.rows(`select count(*) from ${viewname}`), viewname).toEqual([{ count: '0' }])
  await runStatements(superuser(), roleStatements({ name, schools: null }, verifierOf('another')))
  expect(await role.rows('select count(*) from organisations')).toEqual([
    ...(await query(app.database.ownerUrl, 'select count(*) from organisation')),
  ])
})

test('a student who was erased, or asked to be left alone, stands without name and phone', async () => {
  const { pool } = app.services
  const gone = await makeStudent(pool, mine, '已注销')
  const resting = await makeStudent(pool, mine, '某某')
  await query(app.database.ownerUrl, 'update student set erased_at = now() where id = $1', [gone])
  await query(app.database.ownerUrl, 'update student set restricted_at = now() where id = $1', [resting])
  expect(await role.rows('select name, phone_masked, erased from students order by student_id')).toEqual([
    { name: '1', phone_masked: expect.stringMatching(/^1\d\d\*{4}\d{4}$/), erased: false },
    { name: null, phone_masked: null, erased: true },
    { name: null, phone_masked: null, erased: false },
  ])
})

test('statements touch no role that is none of an analyst, and take only schools', async () => {
  const { appRole, ownerUrl } = app.database
  const refused = (sql: string) => expect(runStatements(superuser(), sql)).rejects
  await refused(roleStatements({ name: appRole, schools: null }, 'x')).toThrow(`${appRole} 不是报表角色`)
  await refused(removalStatements(appRole)).toThrow(`${appRole} 不是报表角色`)
  await refused(roleStatements({ name, schools: [mine, point] }, 'x')).toThrow('中有的不是驾校')
  expect(await query(ownerUrl, 'select organ_id from report_access')).toEqual([{ organ_id: String(mine) }])
})

test('what it says on the channel of the servers stops none of them', async () => {
  const { bus, db } = app.services
  const heard = new Promise(resolve => bus.hear('reportRoles', resolve))
  await role.rows(`select pg_notify('drivesim', 'no JSON'), pg_notify('drivesim', '[7]')`)
  await bus.say(db, 'reportRoles', { still: 'here' })
  expect(await heard).toEqual({ still: 'here' })
})

test.each([
  {},
  { name: 'postgres' },
  { name: 'drivesim_app' },
  { name: 'pg_read_all_data' },
  { name: 'a;drop' },
  { name: 'analyst', schools: '1;2' },
  { name: 'analyst', schools: '' },
])('asked for %j it says how', asked => {
  expect(() => statementsFor(asked)).toThrow('用法：')
})

test('the application may not say who reads what', async () => {
  await expect(app.database.asApp(`insert into report_access values ('x', null)`)).rejects.toThrow(
    'permission denied',
  )
})
