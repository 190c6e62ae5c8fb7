import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../start/startError.ts'

/** A migration as `schema_migration` and back-ups list it. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

/**
 * What a migration does to the programs of the version before it: `expand` leaves all that they need, so that they may be
 * started on the database after it; `contract` takes something away or narrows it, so that they may not.
 */
export type MigrationKind = 'expand' | 'contract'

/** A file of the folder of migrations. */
export interface Migration extends AppliedMigration {
  readonly sql: string
  readonly kind: MigrationKind
  /** Its one statement runs outside a transaction, and may be repeated. */
  readonly concurrently: boolean
}

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/
const firstLine = /^-- (expand|contract)( concurrently)?\n/

/**
 * The migrations of a folder, in their order. A file without a mark in its first line counts as `contract`, the safe one.
 * @throws StartError naming a file whose name has another form
 */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
  const wrong = names.find(name => !fileName.test(name))
  if (wrong !== undefined) throw new StartError(`迁移文件 ${wrong} 的名称不对，应形如 0001_name.sql`)
  return names.map(name => {
    const text = readFileSync(join(folder, name), 'utf8')
    const [, kind, concurrently] = firstLine.exec(text) ?? []
    return {
      name,
      sql: text.replace(firstLine, ''),
      checksum: checksumOf(text),
      kind: kind === 'expand' ? 'expand' : 'contract',
      concurrently: concurrently !== undefined,
    }
  })
}

/** SHA-256 of a migration without its mark: the first ones were applied before there were marks. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text.replace(firstLine, '')).digest('hex')
}

/** The folder of the program's own migrations, from its sources as from what is built of them. */
export function migrationFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return join(folder, 'migrations')
}
