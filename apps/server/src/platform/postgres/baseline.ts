import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start/startError.ts'
import type { AppliedMigration, Migration } from './migrationFiles.ts'

const older =
  '早于本版本的起点，请先用 docs/operating.md 的 “Older databases” 一节写明的那个提交启动一次，再使用本版本'

/** The migrations that the first file of a folder took the place of: lines of `sha256sum`, in `before_baseline.txt`. */
export function readReplaced(folder: string): AppliedMigration[] {
  const file = join(folder, 'before_baseline.txt')
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(
    ([, checksum = '', name = '']) => ({ name, checksum }),
  )
}

/**
 * Whether what was applied is the whole list that the baseline took the place of, so that the database is what the
 * baseline makes. @param what it was read from, for the sentence @throws StartError where it is a part of the list
 */
export function isReplaced(
  applied: readonly AppliedMigration[],
  replaced: readonly AppliedMigration[],
  what: string,
): boolean {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  if (!replaced.some(({ name }) => checksums.has(name))) return false
  const whole =
    applied.length === replaced.length &&
    replaced.every(({ name, checksum }) => checksums.get(name) === checksum)
  if (!whole) throw new StartError(`${what}${older}`)
  return true
}

/**
 * The last of the files that make a database for the rows of a back-up.
 * @throws StartError where the back-up is not of this program, or of one before the baseline
 */
export function lastFileFor(
  backup: readonly AppliedMigration[],
  files: readonly AppliedMigration[],
  replaced: readonly AppliedMigration[],
): string | undefined {
  if (isReplaced(backup, replaced, '备份')) return files[0]?.name
  const own = backup.every(
    ({ name, checksum }, at) => files[at]?.name === name && files[at].checksum === checksum,
  )
  if (!own) throw new StartError('备份属于另一个版本的程序，请使用制作它的版本，或更新的版本恢复')
  return backup.at(-1)?.name
}

/** Notes the baseline in place of the migrations before it; nothing runs. */
export async function adopt(client: pg.Client, { name, checksum, kind }: Migration): Promise<void> {
  await client.query('begin')
  await client.query('delete from schema_migration')
  await client.query('insert into schema_migration (name, checksum, kind) values ($1, $2, $3)', [
    name,
    checksum,
    kind,
  ])
  await client.query('commit')
}
