import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const migrations = 'apps/server/migrations'
const mark = /^-- (expand|contract)( concurrently)?\n/

/** What takes from the programs of the version before, or refuses what they write. */
const narrowing = [
  [/(?<!\bon commit )\bdrop\b/, 'drops something'],
  [/\brename\b/, 'renames something'],
  [/\balter (column )?\w+ (set data )?type\b/, 'changes the type of a column'],
  [/\bset not null\b/, 'makes a column not null'],
  [
    /\badd (constraint \w+ )?(check|unique|primary key|foreign key|exclude)\b/,
    'adds a constraint to a table',
  ],
]
const addedColumn = /\badd (?:column )?(?:if not exists )?(?!constraint\b)\w+ \w[^,]*/g

/** Tables that grow with what devices and people do: while one is indexed in a transaction, nobody writes to it. */
const facts = [
  'attention',
  'course_order',
  'device_event',
  'device_link_event',
  'enrolment',
  'fault',
  'figure',
  'hearing',
  'idempotency',
  'job_row',
  'journal',
  'ledger_entry',
  'message',
  'minute_entry',
  'operation_log',
  'operation_log_change',
  'order_funding',
  'outbox',
  'person_day',
  'recharge_order',
  'refund',
  'security_event',
  'simulator_day',
  'simulator_interval',
  'student',
  'training_session',
  'training_session_key',
  'usage_day',
  'usage_hour',
  'work_order',
  'work_order_event',
]

/**
 * Every migration says in its first line whether it expands or contracts, and one that expands leaves all that the programs of
 * the version before need (docs/decisions/0089-upgrade-without-a-gap.md).
 * @param {string} root the repository's folder
 * @param {(path: string, sentence: string) => void} report called for each violation
 */
export function checkMigrations(root, report) {
  for (const name of readdirSync(join(root, migrations)).filter(name => name.endsWith('.sql'))) {
    const path = `${migrations}/${name}`
    for (const sentence of problemsOf(readFileSync(join(root, path), 'utf8'))) report(path, sentence)
  }
}

/** What is wrong with the text of a migration: one sentence for each. What functions do inside is not looked at. */
export function problemsOf(text) {
  const [, kind] = mark.exec(text) ?? []
  if (kind === undefined) return ['does not begin with “-- expand” or “-- contract” (and “ concurrently”)']
  if (kind === 'contract') return []
  const statements = statementsOf(text)
  const made = new Set(
    statements.flatMap(
      statement => /^create (?:\w+ )*?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
    ),
  )
  return statements.flatMap(statement => problemsOfStatement(statement, made))
}

function problemsOfStatement(statement, made) {
  const found = narrowing.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what)
  if (/^alter table/.test(statement) && (statement.match(addedColumn) ?? []).some(isDemanded))
    found.push('adds a column that is not null and has no default')
  const table = /^create (?:unique )?index (?!concurrently\b)(?:\w+ )?on (?:only )?(\w+)/.exec(statement)?.[1]
  if (facts.includes(table) && !made.has(table)) found.push(`indexes ${table} without “concurrently”`)
  return found.map(what => `says expand and ${what}: “${statement.slice(0, 60)}”`)
}

const isDemanded = column => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column)

/** The statements without comments, texts and what functions do, in lower case; what is done at once stays. */
function statementsOf(text) {
  return text
    .replace(/(\bdo\s+)?\$(\w*)\$([\s\S]*?)\$\2\$/gi, (_, now, _tag, body) =>
      now === undefined ? "''" : `; ${body} ;`,
    )
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map(statement => statement.replace(/\s+/g, ' ').trim())
    .filter(statement => statement !== '')
}
