import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listNames } from '@drivesim/contract'
import * as domains from '@drivesim/contract/domains'
import { expect, test } from 'vitest'
import { importCall } from '../src/modules/money/channelStatements/import.service.ts'
import { modules } from '../src/modules.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { checksumOf } from '../src/platform/postgres/migrationFiles.ts'
import { emptyDatabase, query } from './database.ts'

const calls = Object.entries(domains).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, endpoint]) => 'change' in endpoint || endpoint.reply === 'file')
    .map(([name]) => `${domain}.${name}`),
)
const jobs = modules.flatMap(({ bulk = [] }) => bulk.map(({ kind }) => kind))
const waiting = modules.flatMap(({ notices = [] }) =>
  notices.flatMap(({ subject, words }) => Object.keys(words).map(key => `${subject}: ${key}`)),
)

const lines = (names: readonly string[]) => [...names].sort().join('\n')

const page = `# Names that are kept

Made from the code: \`npm test -- storedNames -u\` writes it anew. The database keeps these names.
Whoever renames one here writes a migration that renames what is kept (\`apps/server/migrations/0004_names_of_calls.sql\` is an example), or
leaves the name as it is: no test notices a migration that is missing. Paths stay; the \`operationId\` of the API's documentation changes.

## Calls

In \`operation_log.call\`, \`idempotency.call\` and the input of a job that writes a file.

\`\`\`text
${lines([...calls, importCall])}
\`\`\`

## Acts on many records

In \`job.kind\`.

\`\`\`text
${lines(jobs)}
\`\`\`

## What people are reminded of

In \`attention.subject\`, before the colon, and \`attention.key\`.

\`\`\`text
${lines(waiting)}
\`\`\`

## Lists

In \`list_view.list\` and the addresses of views.

\`\`\`text
${lines(listNames)}
\`\`\`
`

test('docs/stored-names.md has every name that is kept', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/stored-names.md')
})

test('what was kept under a call’s old name is found under its new one', async () => {
  const made = await emptyDatabase()
  const folder = join(import.meta.dirname, '../migrations')
  const before = readdirSync(folder).filter(name => name.endsWith('.sql') && name < '0004')
  const checksum = (name: string) => checksumOf(readFileSync(join(folder, name), 'utf8'))
  try {
    await migrate(made.ownerUrl, {
      appRole: made.appRole,
      asOf: before.map(name => ({ name, checksum: checksum(name) })),
    })
    await query(
      made.ownerUrl,
      `insert into organisation (id, name, type) overriding system value values (1, '平台', 'platform');
       insert into member (id, account, name, password_hash, organ_id) values (7, 'old', '旧', '', 1);
       insert into operation_log (member_id, account, call, label, request_id) values
         (7, 'old', 'finance.addContract', '新增合同', 'a'), (7, 'old', 'devices.modify', '编辑设备', 'b');
       insert into idempotency (member_id, call, key, body_hash) values (7, 'enrolment.createCoach', 'k', '');
       insert into job (kind, label, owner_id, input, total) values
         ('export', '导出账单', 7, '{"call":"bills.billExport","input":{"state":"x"}}', 0)`,
    )
    await migrate(made.ownerUrl, { appRole: made.appRole })
    expect(await query(made.ownerUrl, 'select call from operation_log order by id')).toEqual([
      { call: 'contracts.add' },
      { call: 'devices.modify' },
    ])
    expect(await query(made.ownerUrl, 'select call from idempotency')).toEqual([
      { call: 'enrolment.addCoach' },
    ])
    expect(await query(made.ownerUrl, 'select input from job')).toEqual([
      { input: { call: 'bills.export', input: { state: 'x' } } },
    ])
  } finally {
    await made.drop()
  }
})
