import {
  errors,
  exportKind,
  jobMachine,
  type jobs,
  type LiveEvents,
  mayUse,
  mostMatching,
  mostOpenJobs,
  type ParsedOf,
  refuse,
  retriableCount,
} from '@drivesim/contract'
import { requireProof } from '../../../platform/auth/auth.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { parse } from '../../../platform/http/envelope.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { BulkPart, LivePart, Parts } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../live/service.ts'
import type { LeasedJob } from './lease.queries.ts'
import * as queries from './queries.ts'

export { type LeasedJob, takeLease } from './lease.queries.ts'
export { takeTurn } from './queries.ts'

/** The log for a process that has a job in hand: by its lines a request is followed to what it set going. */
export const jobLog = ({ log }: Pick<Services, 'log'>, { id, requestId }: LeasedJob) =>
  log.child({ reqId: requestId ?? `job-${id}` })

/** Said on the bus when a job waits. */
export const jobWaits = 'job'

/** A job as it is now, to its owner. */
export const jobLive: LivePart<LiveEvents['job']> = {
  event: 'job',
  codes: [],
  async read(db, ids) {
    const rows = await queries.jobsWithOwners(db, ids.map(Number))
    return rows.map(({ ownerId, job }) => ({ key: job.jobId, memberId: ownerId, data: job }))
  },
}

export const findKind = ({ bulk }: Parts, kind: string): BulkPart | undefined =>
  bulk.find(part => part.kind === kind)

/** @throws Refusal jobKindUnknown, forbidden, proofNeeded */
function requireKind({ parts }: Services, { person }: SignedInCall, kind: string): BulkPart {
  const part = findKind(parts, kind)
  if (part === undefined) throw refuse(errors.jobKindUnknown)
  if (!mayUse(part.codes, person.codes)) throw refuse(errors.forbidden)
  if (part.stepUp !== undefined) requireProof(person, part.stepUp)
  return part
}

type Start = ParsedOf<typeof jobs.start>

/** Writes down what is to be done to which records; the first free process begins at once. */
export async function startJob(
  services: Services,
  call: SignedInCall,
  { kind, selection, input }: Start,
): Promise<{ jobId: number }> {
  const { db, person, address, userAgent } = call
  const part = requireKind(services, call, kind)
  const given = parse(part.input, input)
  const { total, insert } = await choose(part, call, selection)
  await refuseTooMany(db, person.id)
  const job = { kind, label: part.label(given), input: given, ownerId: person.id, total, address, userAgent }
  const jobId = await queries.insertJob(db, job)
  await insert(jobId)
  await sayWaiting(services, db, jobId)
  return { jobId }
}

interface Choice {
  readonly total: number
  /** Writes a row for each. */
  insert(jobId: number): Promise<void>
}

/** @throws Refusal notFound, forbidden; and when the rows are written, tooManyMatches, matchesChanged */
async function choose(part: BulkPart, call: SignedInCall, selection: Start['selection']): Promise<Choice> {
  const { db, person } = call
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)]
    // Those among them that the owner does not see fail one by one; with none at all there is nothing to begin.
    if ((await part.records(call, ids)).size === 0) throw refuse(errors.notFound, part.what)
    return { total: ids.length, insert: jobId => queries.insertRows(db, jobId, ids) }
  }
  if (!mayUse(part.list.codes, person.codes)) throw refuse(errors.forbidden)
  const { expected } = selection
  const matching = await part.matching(call, parse(part.list.filter, selection.filter))
  return {
    total: expected,
    async insert(jobId) {
      const total = await queries.insertMatching(db, jobId, matching, mostMatching)
      if (total > mostMatching) throw refuse(errors.tooManyMatches, mostMatching)
      // What was written goes with the transaction.
      if (total !== expected) throw refuse(errors.matchesChanged, total).with({ total })
    },
  }
}

/** @throws Refusal tooManyJobs */
export async function refuseTooMany(db: Db, personId: number): Promise<void> {
  if ((await queries.countOpen(db, personId)) >= mostOpenJobs) throw refuse(errors.tooManyJobs, mostOpenJobs)
}

/** Says that a job waits; the first free process begins at once. */
export async function sayWaiting({ bus }: Pick<Services, 'bus'>, db: Db, jobId: number): Promise<void> {
  await sayLive(bus, db, { job: [jobId] })
  await bus.say(db, jobWaits, {})
}

/** One's own job, for a change. */
const ownJob = ({ person }: SignedInCall) =>
  machineRecord(jobMachine, {
    what: '任务',
    lock: (db, _scope, id) => queries.lockJob(db, person.id, id),
    latest: (db, _scope, id) => queries.findJob(db, person.id, id),
  })

/** Stops a job after the row at hand. */
export async function cancelJob({ bus }: Services, call: SignedInCall, jobId: number): Promise<true> {
  await ownJob(call).take(call, jobId, { action: 'cancel' })
  await queries.cancelJob(call.db, jobId)
  await sayLive(bus, call.db, { job: [jobId] })
  return true
}

/** Tries again what failed, and what was left when it was cancelled. @throws Refusal nothingToRetry */
export async function retryJob(services: Services, call: SignedInCall, jobId: number): Promise<true> {
  const job = await ownJob(call).take(call, jobId, { action: 'retry' })
  // Whether the owner may still have a list's file, is asked when it is written.
  if (job.kind !== exportKind) requireKind(services, call, job.kind)
  if (retriableCount(job) === 0) throw refuse(errors.nothingToRetry)
  await queries.requeueJob(call.db, jobId)
  await sayWaiting(services, call.db, jobId)
  return true
}

export async function markSeen({ bus }: Services, call: SignedInCall, jobId: number): Promise<true> {
  await ownJob(call).take(call, jobId, {})
  await queries.setSeen(call.db, jobId)
  await sayLive(bus, call.db, { job: [jobId] })
  return true
}

/** One's own job. @throws Refusal notFound */
export async function requireJob({ db, person }: Pick<SignedInCall, 'db' | 'person'>, jobId: number) {
  const job = await queries.findJob(db, person.id, jobId)
  if (job === undefined) throw refuse(errors.notFound, '任务')
  return job
}

/** Rows with what their records are called, for who sees them still. */
export async function withNames(
  { parts }: Pick<Services, 'parts'>,
  call: Pick<SignedInCall, 'db' | 'scope' | 'person'>,
  kind: string,
  rows: readonly queries.PlainRow[],
) {
  const ids = rows.map(({ recordId }) => recordId)
  const known = await findKind(parts, kind)?.records(call, ids)
  return rows.map(row => {
    const { name, to } = known?.get(row.recordId) ?? { name: null, to: null }
    return { ...row, name, to }
  })
}
