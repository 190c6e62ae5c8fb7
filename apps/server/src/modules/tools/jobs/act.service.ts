import { errors, Refusal, refuse } from '@drivesim/contract'
import { noteCause } from '../../../platform/causes.ts'
import type { Person, SignedInCall } from '../../../platform/http/call.ts'
import { openOperation, openOperations } from '../../../platform/http/change.queries.ts'
import { runAfterCommit, type Task } from '../../../platform/http/change.ts'
import type { Services } from '../../../platform/module.ts'
import type { BulkAct, BulkPart } from '../../../platform/parts.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import * as queries from './lease.queries.ts'

/** A job in hand, with what acts on its records, and the person that it is for. */
export interface Turn {
  readonly job: queries.LeasedJob
  readonly part: BulkPart
  readonly owner: Person
}

/** The act with its rules, its entry in the operation log and the row's state: one transaction, made once or not at all. */
export async function actAlone(services: Services, turn: Turn, row: queries.NextRow): Promise<void> {
  const { job, part } = turn
  await inTransaction(services, turn, async call => {
    if (!(await queries.takeRow(call.db, job.id, row.seq))) return []
    await openOperation(call.db, entryOf(turn))
    await part.one(services, call, row.recordId, job.input)
    return [{ seq: row.seq, reason: null }]
  })
}

/** What became of rows that were taken together, and those that must be done alone. */
interface TakenRows {
  readonly settled: readonly queries.SettledRow[]
  readonly alone: readonly queries.NextRow[]
}

/** The act on as many rows as it takes, likewise; a row that is refused is settled with the others. */
export async function actTogether(services: Services, turn: Turn, many: BulkAct): Promise<TakenRows> {
  const { job } = turn
  let alone: readonly queries.NextRow[] = []
  const settled = await inTransaction(services, turn, async call => {
    const { db } = call
    const rows = await queries.takeRows(db, job.id, many.most)
    if (rows.length === 0) return []
    const ids = rows.map(({ recordId }) => recordId)
    const note = (of: readonly number[]) => openOperations(db, entryOf(turn), many.table, of)
    const outcome = await many.act(services, { ...call, note }, ids, job.input)
    alone = rows.filter(({ recordId }) => outcome.alone.has(recordId))
    return rows
      .filter(({ recordId }) => !outcome.alone.has(recordId))
      .map(({ seq, recordId }) => ({ seq, reason: outcome.refused.get(recordId)?.message ?? null }))
  })
  return { settled, alone }
}

/** @param act what it answers became of rows is noted in its transaction */
async function inTransaction(
  { db, log }: Services,
  { job, owner }: Turn,
  act: (call: SignedInCall) => Promise<readonly queries.SettledRow[]>,
): Promise<readonly queries.SettledRow[]> {
  const { settled, tasks } = await transact(db, async trx => {
    if (job.requestId !== null) noteCause(trx, job.requestId)
    const tasks: Task[] = []
    const settled = await act(callOf(trx, { job, owner }, tasks))
    if (settled.length > 0) await queries.settleRows(trx, job.id, settled, tasks.length > 0)
    return { settled, tasks }
  })
  await runAfterCommit(tasks, log)
  return settled
}

const callOf = (db: Db, { job, owner }: Pick<Turn, 'job' | 'owner'>, tasks: Task[]): SignedInCall => ({
  db,
  person: owner,
  scope: owner.scope,
  requestId: requestIdOf(job.id),
  address: job.address ?? '',
  userAgent: job.userAgent,
  cookie: () => null,
  setCookie: () => undefined,
  origin: null,
  afterCommit: task => tasks.push(task),
})

const entryOf = ({ job, owner }: Turn) => ({
  member_id: owner.id,
  account: owner.account,
  call: 'jobs.start',
  label: job.label,
  address: job.address,
  user_agent: job.userAgent,
  request_id: requestIdOf(job.id),
})

/** Notes by itself why nothing was done to a record. @returns the sentence */
export async function noteFailure(
  { db, log }: Services,
  { job: { id } }: Turn,
  { seq }: queries.NextRow,
  error: unknown,
): Promise<string> {
  if (!(error instanceof Refusal)) log.error({ err: error, job: id }, 'a row of a job failed')
  const refusal = error instanceof Refusal ? error : refuse(errors.unexpected, requestIdOf(id))
  await db.transaction().execute(async trx => {
    if (!(await queries.takeRow(trx, id, seq))) return
    await queries.settleRows(trx, id, [{ seq, reason: refusal.message }], false)
  })
  return refusal.message
}

/** What stands for the id of a request in the logs. */
const requestIdOf = (jobId: number) => `job-${jobId}`
