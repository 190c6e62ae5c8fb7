import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { query, workerDatabase } from '../../../../test/database.ts'

// What the views are called and say of themselves: docs/data.md is made from it, and what reports are built on stays.

interface Column {
  readonly view: string
  readonly about: string | null
  readonly name: string
  readonly type: string
  readonly says: string | null
}

let columns: Column[]
beforeAll(async () => {
  columns = (await query(
    (
      await workerDatabase()
    ).ownerUrl,
    `select c.relname as view, obj_description(c.oid, 'pg_class') as about, a.attname as name,
       format_type(a.atttypid, a.atttypmod) as type, col_description(c.oid, a.attnum) as says
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'report'::regnamespace order by c.relname, a.attnum`,
  )) as Column[]
})

test('every view and every column says in Chinese what it is, money its unit', () => {
  const unsaid = columns.filter(({ about, says }) => !/\p{Script=Han}/u.test(`${about && says}`))
  expect(unsaid).toEqual([])
  const unitless = columns.filter(({ name, says }) => name.endsWith('_fen') !== says?.includes('（分）'))
  expect(unitless).toEqual([])
})

test('a moment stands with its time zone, and as the clock of Shanghai', () => {
  const names = (type: string) =>
    columns.filter(column => column.type === type).map(({ view, name }) => `${view}.${name}`)
  expect(names('timestamp without time zone')).toEqual(
    names('timestamp with time zone').map(name => `${name}_local`),
  )
})

test('what was published stays as it was: columns are only added, and to the list', () => {
  const file = join(import.meta.dirname, '../../../../schema/open/columns.txt')
  const published = readFileSync(file, 'utf8').trim().split('\n')
  const present = columns.map(({ view, name, type }) => `${view}.${name} ${type}`)
  expect(
    published.filter(line => !present.includes(line)),
    'gone, though reports may be built on it',
  ).toEqual([])
  expect(
    present.filter(line => !published.includes(line)),
    'to be added to schema/open/columns.txt',
  ).toEqual([])
})

const introductionOf = () => `# Data for analysis

Made from the code: \`npm test -- reportRoles -u\` writes it anew. Reasons: [decision 0111](decisions/0111-views-for-analysts.md).

The schema \`report\` has ${new Set(columns.map(({ view }) => view)).size} views for reports and BI tools: read only, with a comment on every view and column, which tools such as Metabase show beside it.
Columns are only ever added. What the views come to for a month is what 数据看板 and 财务概况 say; a test compares them.

- **Money** is whole fen (分) in columns that end in \`_fen\`: divide by 100 for yuan. Shares are basis points.
- **Moments** stand twice: \`paid_at\` with its time zone, and \`paid_at_local\`, the clock of Shanghai. \`day\` is the business day there; filter by it where a view has it.
- **People**: names in \`students\` alone, phones masked, no ID numbers; of erased students and those who asked to be left alone neither. What people wrote
  (descriptions, reasons, remarks) and names of staff are in no view. \`students\` is personal data all the same: whoever exports it answers for the copy.
- **Numbers of people** do not add up over days and places: count \`distinct student_id\` in \`recharges\`, \`course_orders\` or \`sessions\`.

## A role for an analyst

\`\`\`sh
npm run -s report-role -- --name analyst > role.sql                  # everything
npm run -s report-role -- --name analyst --schools 3,8 > role.sql    # these schools, with their service points
\`\`\`

It prints SQL, and beside it the password, once; the SQL holds only what PostgreSQL keeps of it. Whoever runs it may make roles and grant what the owner of the
tables may (\`psql -f role.sql\` as superuser, or a member of the owner with \`CREATEROLE\`). Run again for the same name it gives another password and other schools;
\`--remove\` prints what takes the role away. The role reads these views and nothing else, with five connections, and with 60 s a statement until it says otherwise.
Views filter by the table \`report_access\` (role, organisation; null is all): whoever stands in no row of it, a superuser included, sees no row.

What PostgreSQL lets every role do is not taken away: see names of tables in its catalogues, hold advisory locks, send notifications, set a longer
\`statement_timeout\`. Give an analyst whom you would not let into the house a standby or a copy.

**The embedded database** listens on no port. With \`REPORT_PORT=5433\` it opens one on 127.0.0.1, for report roles with their password (SCRAM) and for nobody else:

\`\`\`sh
REPORT_PORT=5433 npm start
REPORT_PORT=5433 npm run report-role -- --name analyst --apply       # makes the role, prints address and password
psql -h 127.0.0.1 -p 5433 -U analyst drivesim -c 'select sum(recharge_fen) / 100.0 from daily_figures'
\`\`\`

**An installation with \`DATABASE_URL\`**: let the role in by \`pg_hba.conf\`, over TLS: \`hostssl drivesim +drivesim_report 10.1.0.0/16 scram-sha-256\`. It belongs to
the group \`drivesim_report\`, which may connect to the database; take \`connect\` on others from \`public\` where the server has any. A standby takes the load off the
primary; roles, views and \`report_access\` come with it.

## Metabase, FineBI

- **Metabase**: Admin › Databases › Add database › PostgreSQL; host and port as above, database \`drivesim\`, user and password of the role; Schemas: Only these, \`report\`.
  Report time zone (Admin › Localization): Asia/Shanghai, or use the \`_local\` columns. Comments become descriptions at the first sync.
- **FineBI** (or FineReport): 管理系统 › 数据连接 › 新建 › PostgreSQL, JDBC \`jdbc:postgresql://127.0.0.1:5433/drivesim?currentSchema=report\`, 模式 \`report\`; then 公共数据 › 添加 › 数据库表. Comments are offered as 字段备注.

Both were set up by their documentation, and not tried. A tool on another machine reaches \`REPORT_PORT\` through a tunnel (\`ssh -L 5433:127.0.0.1:5433 host\`) alone.
Bring up to date by schedule rather than live: each dashboard that reloads every minute is a scan a minute.
`

const views = () =>
  [...new Set(columns.map(({ view }) => view))].map(view => columns.filter(column => column.view === view))

const sectionOf = (all: Column[]) => `## ${all[0]?.view}

${all[0]?.about}

| 列 | 类型 | 说明 |
|---|---|---|
${all.map(({ name, type, says }) => `| \`${name}\` | ${type.replace('timestamp without time zone', 'timestamp').replace('timestamp with time zone', 'timestamptz')} | ${says} |`).join('\n')}
`

test('docs/data.md has every view and column', async () => {
  const page = `${introductionOf()}\n${views().map(sectionOf).join('\n')}`
  await expect(page).toMatchFileSnapshot('../../../../../../docs/data.md')
})
