import {
  errors,
  exportKind,
  fileKeptDays,
  jobStateName,
  mayUse,
  type Refusal,
  refuse,
} from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { BulkAct } from '../../../platform/parts.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import { sayLive } from '../live/service.ts'
import { actAlone, actTogether, noteFailure, type Turn } from './act.service.ts'
import * as queries from './lease.queries.ts'
import { findKind, jobLog } from './service.ts'

/** What a process does before the next turn is anybody's: rows one by one, or so often as many as an act takes together. */
const rowsPerLease = 50
const batchesPerLease = 4
const leaseSeconds = 30
/** No row is begun when so much of the lease is over. */
const usedOfLeaseMs = 20_000
/** The drawer says that it saw the end well before. */
const toldAfterSeconds = 5
const mostToldAtOnce = 100
/** Its owner is told so often how far a job is. */
const progressEveryMs = 200

/**
 * Takes the next job that is due and does a part of it. Any number of processes may: what one leaves, because its time is
 * over or it was killed, any other goes on with.
 * @returns whether there was one
 */
export async function serveNext(services: Services, isStopping: () => boolean): Promise<boolean> {
  const job = await services.db.transaction().execute(trx => queries.takeLease(trx, leaseSeconds, 'records'))
  if (job === undefined) return false
  const end = services.metrics.jobSeconds.startTimer({ kind: job.kind })
  const log = jobLog(services, job)
  await serveLease({ ...services, log }, job, isStopping)
  log.info({ job: job.id, kind: job.kind, seconds: end() }, 'a turn of a job is over')
  return true
}

/** Does the next rows of a job under what its owner may do now. Should others be at it too, none is done twice. */
export async function serveLease(
  services: Services,
  job: queries.LeasedJob,
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
async function failRest({ db, bus }: Services, { id }: queries.LeasedJob, why: Refusal): Promise<void> {
  await db.transaction().execute(async trx => {
    await queries.failRest(trx, id, why.message)
    await sayLive(bus, trx, { job: [id] })
  })
}

async function serveRows(services: Services, turn: Turn, isStopping: () => boolean): Promise<void> {
  const { job, part } = turn
  const until = performance.now() + usedOfLeaseMs
  const isOver = () => isStopping() || performance.now() > until
  if (part.many === undefined) return serveOneByOne(services, turn, isOver, await nextRows(rowsPerLease))
  for (let batch = 0; batch < batchesPerLease && !isOver(); batch += 1) {
    const left = await serveTogether(services, turn, part.many)
    if (left === null) return
    await serveOneByOne(services, turn, isOver, left ?? (await nextRows(part.many.most)))
  }

  function nextRows(most: number) {
    return queries.nextRows(services.db, job.id, most)
  }
}

/**
 * Does rows together, as many as the act takes.
 * @returns those that must be done alone; undefined where all must, since they broke off; null where no row waits
 */
async function serveTogether(
  services: Services,
  turn: Turn,
  many: BulkAct,
): Promise<readonly queries.NextRow[] | undefined | null> {
  try {
    const { settled, alone } = await actTogether(services, turn, many)
    for (const { reason } of settled) count(services, turn, reason)
    return settled.length + alone.length === 0 ? null : alone
  } catch (error) {
    services.log.warn({ err: error, job: turn.job.id }, 'rows of a job broke off and are done one by one')
    return undefined
  }
}

async function serveOneByOne(
  services: Services,
  turn: Turn,
  isOver: () => boolean,
  rows: readonly queries.NextRow[],
): Promise<void> {
  const { bus, db } = services
  let told = 0
  for (const row of rows) {
    if (isOver()) return
    if (performance.now() > told + progressEveryMs) {
      told = performance.now()
      await sayLive(bus, db, { job: [turn.job.id] })
    }
    count(services, turn, await serveRow(services, turn, row))
  }
}

/** Acts on one record. @returns the reason why not */
async function serveRow(services: Services, turn: Turn, row: queries.NextRow): Promise<string | null> {
  try {
    await actAlone(services, turn, row)
    return null
  } catch (error) {
    return noteFailure(services, turn, row, error)
  }
}

function count({ metrics }: Services, { part: { kind } }: Turn, reason: string | null): void {
  metrics.jobRows.inc({ kind, outcome: reason === null ? 'done' : 'failed' })
}

/** Tells owners in a message of jobs that ended without being looked at. */
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

function textOf(job: queries.UntoldJob) {
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
