import { errors, exportKind, jobMachine, mayUse, Refusal, refuse } from '@drivesim/contract'
import { z } from 'zod'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { FileStore } from '../../../platform/files/fileStore.ts'
import { type SignedInCall, StoredFileReply } from '../../../platform/http/call.ts'
import { openOperation } from '../../../platform/http/change.queries.ts'
import type { FileCall, LongFiles } from '../../../platform/http/fileCalls.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { refuseTooMany, requireJob, sayWaiting } from '../jobs/service.ts'
import { sayLive } from '../live/service.ts'
import { filtersInWords } from '../operationLog/security.rules.ts'
import { noteAct } from '../operationLog/security.service.ts'
import * as queries from './queries.ts'
import { formatOf } from './storage.ts'

/** What a job of this kind has as its input. */
export const fileJobInput = z.object({ call: z.string(), input: z.record(z.string(), z.unknown()) })

/** Has files written by jobs. Where one is being written already that is the same, it is that. */
export function longFilesOf(services: Pick<Services, 'db' | 'bus'>, mostRows: number): LongFiles {
  return {
    mostRows,
    defer: ({ person, address, userAgent, requestId }, { name, endpoint, input, rows }) =>
      transact(services.db, async trx => {
        await queries.queueExports(trx, person.id)
        const asked = { call: name, input }
        const open = await queries.findOpen(trx, person.id, asked)
        if (open !== undefined) return open
        await refuseTooMany(trx, person.id)
        const label = endpoint.title
        await openOperation(trx, {
          member_id: person.id,
          account: person.account,
          call: name,
          label,
          address,
          user_agent: userAgent,
          request_id: requestId,
        })
        const job = { ...asked, label, rows, ownerId: person.id, address, userAgent }
        const jobId = await queries.insertExport(trx, job)
        const filters = filtersInWords(endpoint.input, endpoint.input?.parse(input))
        const detail = filters === undefined ? '后台生成' : `后台生成；${filters}`
        await noteAct({ db: trx, person, address, userAgent }, { kind: 'export', label, detail, rows })
        await sayWaiting(services, trx, jobId)
        return jobId
      }),
  }
}

/** Whether somebody may make the call of a file now; what it refuses besides, it says itself. */
export const mayAsk = ({ endpoint: { access } }: FileCall, codes: ReadonlySet<string>): boolean =>
  typeof access === 'string' || mayUse(access, codes)

/**
 * The file that one's own job wrote. What its reader may not see any more is deleted.
 * @throws Refusal notFound, jobNot, exportExpired, StoreAway
 */
export async function downloadFile(
  services: Services,
  store: FileStore,
  call: SignedInCall,
  jobId: number,
): Promise<StoredFileReply> {
  const job = await requireJob(call, jobId)
  if (job.kind !== exportKind) throw refuse(errors.notFound, '导出文件')
  const closed = jobMachine.refusal('download', job.state)
  if (closed !== null) throw closed
  const kept = await queries.findFile(call.db, jobId)
  if (kept === undefined) throw refuse(errors.exportExpired)
  if (!(await store.has(kept.file)) || !(await maySee(services, call, kept))) {
    await forget(services, store, { jobId, file: kept.file })
    throw refuse(errors.exportExpired)
  }
  await noteAct(call, { kind: 'export', label: '下载导出文件', target: kept.label, rows: kept.rows })
  const stored = await store.open(kept.file)
  if (stored === undefined) throw refuse(errors.exportExpired)
  return new StoredFileReply({ name: kept.name, format: formatOf(kept.file), ...stored })
}

/** Whether its reader would still get every row of the file: the call is asked again, and its limits are no narrower. */
export async function maySee(
  { fileCalls }: Services,
  call: SignedInCall,
  { wanted: stored, organisations }: queries.KeptFile,
): Promise<boolean> {
  const { call: name, input } = fileJobInput.parse(stored)
  const file = fileCalls.get(name)
  if (file === undefined || !mayAsk(file, call.person.codes) || !covers(call.scope, organisations))
    return false
  try {
    await file.open(input, call)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function covers({ organisations: now }: Scope, before: readonly number[] | null): boolean {
  if (now === null) return true
  return before?.every(organ => now.includes(organ)) ?? false
}

/** Removes a file, and shows its owner that it is gone. */
async function forget(
  { db, bus }: Services,
  store: FileStore,
  { jobId, file }: { jobId: number; file: string },
): Promise<void> {
  await transact(db, async trx => {
    await queries.deleteFile(trx, jobId, file)
    await sayLive(bus, trx, { job: [jobId] })
  })
  await store.remove(file)
}

/** Files may hold somebody who was erased: from the commit on nobody gets those of after `since`, and the next run removes them. */
export const endFiles = (db: Db, since: Date): Promise<void> => queries.endFiles(db, since)

/** Removes the files that are too old. */
export async function removeOld({ db, bus }: Services, store: FileStore): Promise<void> {
  const old = await transact(db, async trx => {
    const taken = await queries.takeOld(trx)
    await sayLive(bus, trx, { job: taken.map(({ jobId }) => jobId) })
    return taken
  })
  for (const { file } of old) await store.remove(file)
}
