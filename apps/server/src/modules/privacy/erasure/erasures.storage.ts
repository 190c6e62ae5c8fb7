import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { erasuresFile } from '../../../platform/start/dataFolder.ts'

/** Who was erased: a back-up that is older knows them still. */
export interface Erasure {
  readonly studentId: number
  /** Epoch milliseconds of the student's row: another database may have another student of that number. */
  readonly madeAt: number
  /** ISO 8601. */
  readonly erasedAt: string
}

const fileOf = (dataDir: string) => join(dataDir, erasuresFile)

export function keepErasures(dataDir: string, erasures: readonly Erasure[]): void {
  if (erasures.length === 0) return
  const lines = erasures.map(({ studentId, madeAt, erasedAt }) => `${studentId} ${madeAt} ${erasedAt}\n`)
  appendFileSync(fileOf(dataDir), lines.join(''), { mode: 0o600, flush: true })
}

/** What was kept; a line that was broken off is none. */
export function readErasures(dataDir: string): Erasure[] {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      const [, studentId, madeAt, erasedAt] = /^(\d+) (\d+) (\S+Z)$/.exec(line) ?? []
      if (studentId === undefined || madeAt === undefined || erasedAt === undefined) return []
      return [{ studentId: Number(studentId), madeAt: Number(madeAt), erasedAt }]
    })
}
