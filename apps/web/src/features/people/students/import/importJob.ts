import { students } from '@drivesim/contract/people/students/students'
import { create } from 'zustand'
import { request } from '../../../../api/call.ts'
import { queryClient } from '../../../../api/queryClient.ts'
import { useSession } from '../../../../api/session.ts'
import type { Given } from '../../../../parts/ConsentCheck.tsx'
import { studentReads } from '../reads.ts'
import type { ReaderMessage } from './reader.worker.ts'
import { formOf, type NumberedRow, type RefusedRow } from './studentFile.ts'

/** Of 2,500 rows with the longest cells, the server still takes the body. */
const rowsPerPart = 2500

/**
 * One file on its way. Reading and checking write nothing; `checked` waits for the person; `stopping` for the part
 * under way; `stopped` is an import that was cancelled or failed between two parts and can go on.
 */
export interface ImportJob {
  phase: 'reading' | 'checking' | 'checked' | 'taking' | 'stopping' | 'stopped' | 'done' | 'failed'
  fileName: string
  schoolId: number
  /** Of all of them. */
  consent: Given
  /** Rows without a problem so far; those before `sent` were checked, then taken. */
  good: readonly NumberedRow[]
  refused: readonly RefusedRow[]
  sent: number
  taken: number
  /** Why it failed or stopped. */
  problem: string | null
}

/** The import under way, whichever page is shown; there is one at a time. */
export const useImport = create<{ job: ImportJob | null }>(() => ({ job: null }))

/** What belongs to the run of a file; a run that is no longer the current one says and does nothing more. */
interface Run {
  abort: AbortController
}
let current: Run | null = null

const change = (run: Run, part: Partial<ImportJob>) => {
  const { job } = useImport.getState()
  if (run === current && job !== null) useImport.setState({ job: { ...job, ...part } })
}

/** Reads and checks a file; nothing is written. */
export async function startImport(file: File, to: Pick<ImportJob, 'schoolId' | 'consent'>): Promise<void> {
  dropImport()
  const run: Run = { abort: new AbortController() }
  current = run
  const job = { phase: 'reading', fileName: file.name, ...to, good: [], refused: [] } as const
  useImport.setState({ job: { ...job, sent: 0, taken: 0, problem: null } })
  try {
    const { good, refused } = await read(file, run.abort.signal)
    change(run, { phase: 'checking', good, refused })
    await check(run, to, good, refused)
  } catch (error) {
    if (!run.abort.signal.aborted) change(run, { phase: 'failed', problem: sentenceOf(error) })
  }
}

/** The file's rows, read by a worker beside the page. */
function read(file: File, signal: AbortSignal): Promise<{ good: NumberedRow[]; refused: RefusedRow[] }> {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<{ good: NumberedRow[]; refused: RefusedRow[] }>((resolve, reject) => {
    const good: NumberedRow[] = []
    const refused: RefusedRow[] = []
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', () => reject(new Error('文件读取失败，请刷新页面后重试')))
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'good') for (const row of data.rows) good.push(row)
      if (data.kind === 'refused') for (const row of data.rows) refused.push(row)
      if (data.kind === 'done') resolve({ good, refused })
      if (data.kind === 'problem') reject(new Error(data.sentence))
    })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

/** Asks the server, part by part, who of them is a student of the school already. */
async function check(
  run: Run,
  to: Pick<ImportJob, 'schoolId' | 'consent'>,
  rows: readonly NumberedRow[],
  known: readonly RefusedRow[],
): Promise<void> {
  const good: NumberedRow[] = []
  const refused = [...known]
  for (let sent = 0; sent < rows.length; sent += rowsPerPart) {
    const part = rows.slice(sent, sent + rowsPerPart)
    const input = { ...to, students: part.map(({ row }) => formOf(row)), mode: 'valid', dryRun: true }
    const reply = await request(students.import, input, { quiet: true, signal: run.abort.signal })
    const split = splitRows(part, reply.refused)
    good.push(...split.good)
    refused.push(...split.refused)
    change(run, { sent: sent + part.length })
  }
  refused.sort((a, b) => a.line - b.line)
  change(run, { phase: 'checked', good, refused, sent: 0 })
}

/** A part's rows by what the server says of them; it numbers them from one. */
function splitRows(
  part: readonly NumberedRow[],
  refusals: readonly { row: number; reasons: readonly string[] }[],
) {
  const reasonsOf = new Map(refusals.map(({ row, reasons }) => [row - 1, reasons]))
  const refused = part.flatMap((row, index) => {
    const reasons = reasonsOf.get(index)
    return reasons === undefined ? [] : [{ ...row, reasons }]
  })
  return { good: part.filter((_, index) => !reasonsOf.has(index)), refused }
}

/** Takes the good rows, from where it stopped. Where none was refused so far, one that is refused now stops it. */
export async function takeRows(): Promise<void> {
  const run = current
  if (run === null) return
  change(run, { phase: 'taking', problem: null })
  try {
    while (await takePart(run));
  } catch (error) {
    change(run, { phase: 'stopped', problem: sentenceOf(error) })
  } finally {
    await Promise.all(studentReads.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
  }
}

/** @returns whether another part is to follow */
async function takePart(run: Run): Promise<boolean> {
  const { job } = useImport.getState()
  if (run !== current || job === null) return false
  const part = job.good.slice(job.sent, job.sent + rowsPerPart)
  const ended = part.length === 0 ? 'done' : job.phase === 'stopping' ? 'stopped' : null
  if (ended !== null) {
    change(run, { phase: ended })
    return false
  }
  const mode = job.refused.length === 0 ? 'all' : 'valid'
  const { schoolId, consent } = job
  const input = { schoolId, consent, students: part.map(({ row }) => formOf(row)), mode }
  const reply = await request(students.import, input, { quiet: true })
  const { good, refused } = splitRows(part, reply.refused)
  const known = { refused: [...job.refused, ...refused] }
  if (mode === 'all' && refused.length > 0) {
    change(run, {
      ...known,
      good: [...job.good.slice(0, job.sent), ...good, ...job.good.slice(job.sent + part.length)],
    })
    throw new Error(`检查之后有 ${refused.length} 名学员被他人添加，这一部分还没有导入；继续导入时会跳过他们`)
  }
  change(run, { ...known, sent: job.sent + part.length, taken: job.taken + reply.accepted })
  return true
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Ends reading or checking, and nothing of it stays. An import stops once the part under way is answered. */
export function cancelImport(): void {
  const { job } = useImport.getState()
  if (job?.phase === 'taking') useImport.setState({ job: { ...job, phase: 'stopping' } })
  else dropImport()
}

/** Forgets the file. */
export function dropImport(): void {
  current?.abort.abort()
  current = null
  useImport.setState({ job: null })
}

// The file is the person's who chose it.
useSession.subscribe(({ signedIn }) => {
  if (!signedIn) dropImport()
})
