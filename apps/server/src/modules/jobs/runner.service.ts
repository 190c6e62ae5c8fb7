import { errors, exportKind, fileKeptDays, jobStateName, mayUse, Refusal, refuse } from '@drivesim/contract'
import type { Person, SignedInCall } from '../../platform/http/call.ts'
import { openOperation } from '../../platform/http/change.queries.ts'
import { runAfterCommit, type Task } from '../../platform/http/change.ts'
import type { Services } from '../../platform/module.ts'
import type { BulkPart } from '../../platform/parts.ts'
import { transact } from '../../platform/postgres/db.ts'
import { sayLive } from '../live/service.ts'
import { addMessages, escapeHtml } from '../messages/service.ts'
import * as queries from './lease.queries.ts'
import { findKind } from './service.ts'

/** Rows that a process does before the next turn is anybody's. */
const rowsPerLease = 50
const leaseSeconds = 30
/** No row is begun when so much of the lease is over. */
const usedOfLeaseMs = 20_000
/** The drawer says that it saw the end well before. */
const toldAfterSeconds = 5
const mostToldAtOnce = 100
/** Its owner is told so often how far a job is. */
const progressEveryMs = 200

/** A job in hand, with what acts on its records, and for whom. */
interface Turn {
  readonly job: queries.Leased
  readonly part: BulkPart
  readonly owner: Person
}

/**
 * Takes the next job that is due and does a part of it. Any number of processes may: what one leaves, because its time is
 * over or it was killed, any other goes on with.
 * @returns whether there was one
 */
export async function serveNext(services: Services, isStopping: () => boolean): Promise<boolean> {
  const job = await services.db.transaction().execute(trx => queries.takeLease(trx, leaseSeconds, 'records'))
  if (job === undefined) return false
  await serveLease(services, job, isStopping)
  return true
}

/** Does the next rows of a job under what its owner may do now. Should others be at it too, none is done twice. */
export async function serveLease(
  services: Services,
  job: queries.Leased,
  isStopping: () => boolean,
): Promise<void> {
  const { db, bus, parts, authentication } = services
  const part = findKind(parts, job.kind)
  const owner = await authentication.findMember(job.ownerId)
  if (part === undefined) await failRest(services, job, refuse(errors.jobKindUnknown))
  else if (owner === null || !mayUse(part.codes, owner.codes))
    await failRest(services, job, refuse(errors.forbidden))
  else await serveRows(services, { job, part, owner }, isStopping)
  await db.transaction().execute(async trx => {
    await queries.endLease(trx, job.id)
    await sayLive(bus, trx, { job: [job.id] })
  })
}

/** The owner may not any more: no row that waits is begun. */
async function failRest({ db, bus }: Services, { id }: queries.Leased, why: Refusal): Promise<void> {
  await db.transaction().execute(async trx => {
    await queries.failRest(trx, id, why.message)
    await sayLive(bus, trx, { job: [id] })
  })
}

async function serveRows(services: Services, turn: Turn, isStopping: () => boolean): Promise<void> {
  const { job, part } = turn
  const until = performance.now() + usedOfLeaseMs
  let told = 0
  for (const row of await queries.nextRows(services.db, job.id, rowsPerLease)) {
    if (isStopping() || performance.now() > until) return
    if (performance.now() > told + progressEveryMs) {
      told = performance.now()
      await sayLive(services.bus, services.db, { job: [job.id] })
    }
    const reason = await serveRow(services, turn, row)
    services.metrics.jobRows.inc({ kind: part.kind, outcome: reason === null ? 'done' : 'failed' })
  }
}

/** Acts on one record. @returns the reason why not */
async function serveRow(services: Services, turn: Turn, row: queries.Next): Promise<string | null> {
  try {
    await act(services, turn, row)
    return null
  } catch (error) {
    const { id } = turn.job
    const reason = reasonOf(error, id)
    if (!(error instanceof Refusal)) services.log.error({ err: error, job: id }, 'a row of a job failed')
    // Nothing was done, and that is noted by itself.
    await services.db.transaction().execute(async trx => {
      if (!(await queries.takeRow(trx, id, row.seq))) return
      await queries.settleRow(trx, id, row.seq, { reason, reaches: false })
    })
    return reason
  }
}

const reasonOf = (error: unknown, jobId: number): string =>
  (error instanceof Refusal ? error : refuse(errors.unexpected, requestIdOf(jobId))).message

/** What stands for the id of a request in the logs. */
const requestIdOf = (jobId: number) => `job-${jobId}`

/** The act with its rules, its entry in the operation log and the row's state: one transaction, made once or not at all. */
async function act(services: Services, { job, part, owner }: Turn, row: queries.Next): Promise<void> {
  const { db, log } = services
  const tasks = await transact(db, async trx => {
    const tasks: Task[] = []
    if (!(await queries.takeRow(trx, job.id, row.seq))) return tasks
    const from = { address: job.address, user_agent: job.userAgent, request_id: requestIdOf(job.id) }
    const { id: member_id, account } = owner
    await openOperation(trx, { member_id, account, call: 'jobs.start', label: job.label, ...from })
    const call: SignedInCall = {
      db: trx,
      person: owner,
      scope: owner.scope,
      requestId: requestIdOf(job.id),
      address: job.address ?? '',
      userAgent: job.userAgent,
      cookie: () => null,
      setCookie: () => undefined,
      origin: null,
      afterCommit: task => tasks.push(task),
    }
    await part.one(services, call, row.recordId, job.input)
    await queries.settleRow(trx, job.id, row.seq, { reason: null, reaches: tasks.length > 0 })
    return tasks
  })
  await runAfterCommit(tasks, log)
}

/** Tells owners in a message of jobs whose end nobody saw. */
export async function tellUnseen({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<void> {
  await db.transaction().execute(async trx => {
    const untold = await queries.takeUntold(trx, toldAfterSeconds, mostToldAtOnce)
    await addMessages(
      { bus },
      trx,
      untold.map(textOf),
      untold.map(({ id, ownerId, finishedAt }, text) => ({
        memberId: ownerId,
        text,
        event: `job:${id} ${finishedAt.toISOString()}`,
      })),
    )
    await sayLive(bus, trx, { job: untold.map(({ id }) => id) })
  })
}

function textOf(job: queries.Untold) {
  const { id, kind, label, total, done, failed, reason } = job
  const title = `任务“${label}”${jobStateName({ ...job, state: 'finished' })}`
  const isFile = kind === exportKind && failed === 0
  const outcome = isFile
    ? `共 ${total.toLocaleString('en-US')} 行，${fileKeptDays} 天内可以下载`
    : (reason ?? `共 ${total} 条，成功 ${done} 条${failed > 0 ? `，失败 ${failed} 条` : ''}`)
  const brief = `${title}：${outcome}`
  const link = isFile
    ? `<a href="/home?job=${id}&amp;file=1">下载</a>`
    : `<a href="/home?job=${id}">查看任务</a>`
  const content = `<p>${escapeHtml(brief)}。</p><p>${link}</p>`
  return { kind: 'announcement' as const, title, brief, content, pushId: null }
}
