import { errors, Refusal, refuse } from '@drivesim/contract'
import type { FileStore } from '../../../platform/files/fileStore.ts'
import type { FileReply, Person } from '../../../platform/http/call.ts'
import type { FileCall } from '../../../platform/http/fileCalls.ts'
import { bytesOf } from '../../../platform/http/sendFile.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { jobLog, jobWaits, type LeasedJob, takeLease, takeTurn } from '../jobs/service.ts'
import { sayLive } from '../live/service.ts'
import * as queries from './queries.ts'
import { fileJobInput, mayAsk } from './service.ts'
import { newFileName, writeFile } from './storage.ts'
import { callWithoutRequest } from './unasked.service.ts'

/** Longer than any part of a list takes to be read. */
const leaseSeconds = 60

/** What a writer works with. */
export interface Writer {
  readonly services: Services
  readonly store: FileStore
  readonly isStopping: () => boolean
  /** How often the lease is renewed, and the owner told how far it is. */
  readonly tellEveryMs: number
}

/**
 * Writes the next file that waits, from its first row to its last. Any number of processes may; what one leaves half-written
 * another writes anew.
 * @returns whether there was one
 */
export async function writeNext(writer: Writer): Promise<boolean> {
  const { services } = writer
  const { db, metrics } = services
  const job = await db.transaction().execute(trx => takeLease(trx, leaseSeconds, 'files'))
  if (job === undefined) return false
  const end = metrics.jobSeconds.startTimer({ kind: job.kind })
  const log = jobLog(services, job)
  await writeLease({ ...writer, services: { ...services, log } }, job)
  log.info({ job: job.id, kind: job.kind, seconds: end() }, 'a turn of a job is over')
  return true
}

/** Writes the file of a job under what its owner may do now. */
export async function writeLease(writer: Writer, job: LeasedJob): Promise<void> {
  const { services, store } = writer
  let begun: string | null = null
  try {
    const { reply, owner } = await openFile(services, job)
    const file = newFileName(reply.format)
    const before = await turn(services, job.id, trx =>
      queries.beginFile(trx, job.id, { file, name: reply.name, organisations: owner.scope.organisations }),
    )
    if (before === undefined) return
    begun = file
    if (before.before !== null) await store.remove(before.before)
    await writeRows(writer, job, file, reply)
  } catch (error) {
    const unexpected = !(error instanceof Refusal)
    if (unexpected) services.log.error({ err: error, job: job.id }, 'a file could not be written')
    const { message } = unexpected ? refuse(errors.unexpected, `job-${job.id}`) : error
    await turn(services, job.id, trx => queries.failFile(trx, job.id, begun, message))
  }
}

/** The file as its owner would get it now. @throws Refusal */
async function openFile(services: Services, job: LeasedJob): Promise<{ reply: FileReply; owner: Person }> {
  const { call: name, input } = fileJobInput.parse(job.input)
  const file = services.fileCalls.get(name)
  if (file === undefined) throw refuse(errors.jobKindUnknown)
  const owner = await requireOwner(services, file, job)
  const call = callWithoutRequest(services, owner, { ...job, requestId: `job-${job.id}` })
  return { reply: await file.open(input, call), owner }
}

async function requireOwner({ authentication }: Services, file: FileCall, { ownerId }: LeasedJob) {
  const owner = await authentication.findMember(ownerId)
  if (owner === null || !mayAsk(file, owner.codes)) throw refuse(errors.forbidden)
  return owner
}

/** Writes the rows, telling every second how many, until that is nobody's wish any more. */
async function writeRows(
  { services, store, isStopping, tellEveryMs }: Writer,
  { id: jobId }: LeasedJob,
  file: string,
  reply: FileReply,
): Promise<void> {
  let rows = 0
  let isWanted = true
  // The server ends before the list is whole. Whole, it is kept, whenever the server is told to end.
  let isLeft = false
  let told = performance.now()
  async function* wantedLines(): FileReply['lines'] {
    for await (const part of reply.lines) {
      isLeft = isStopping()
      if (isLeft) return
      yield part
      rows += part.rows
      if (performance.now() - told < tellEveryMs) continue
      told = performance.now()
      isWanted = await turn(services, jobId, trx => queries.goOn(trx, jobId, { file, rows, leaseSeconds }))
      if (!isWanted) return
    }
  }
  await writeFile(store, file, bytesOf(reply.of(wantedLines())))
  if (isLeft)
    await turn(services, jobId, async trx => {
      await queries.leaveFile(trx, jobId, file)
      await services.bus.say(trx, jobWaits, {})
    })
  else if (isWanted) isWanted = await turn(services, jobId, trx => queries.finishFile(trx, jobId, file, rows))
  if (isLeft || !isWanted) await store.remove(file)
}

/** Changes how far a job is, in its turn, and tells its owner. */
function turn<T>({ db, bus }: Services, jobId: number, work: (trx: Db) => Promise<T>): Promise<T> {
  return transact(db, async trx => {
    await takeTurn(trx, jobId)
    const result = await work(trx)
    await sayLive(bus, trx, { job: [jobId] })
    return result
  })
}
