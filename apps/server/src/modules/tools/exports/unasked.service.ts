import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Person, SignedInCall } from '../../../platform/http/call.ts'
import type { FileCall } from '../../../platform/http/fileCalls.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayWaiting } from '../jobs/service.ts'
import { filtersInWords } from '../operationLog/security.rules.ts'
import { noteAct } from '../operationLog/security.service.ts'
import * as queries from './queries.ts'
import { maySee } from './service.ts'
import { exportStore, formatOf } from './storage.ts'

/** A call on behalf of somebody who makes no request at this moment. */
export function callWithoutRequest(
  { db }: Pick<Services, 'db'>,
  person: Person,
  from: { requestId: string; address: string | null; userAgent: string | null },
): SignedInCall {
  return {
    db,
    person,
    scope: person.scope,
    requestId: from.requestId,
    address: from.address ?? '',
    userAgent: from.userAgent,
    cookie: () => null,
    setCookie: () => undefined,
    origin: null,
    afterCommit: () => undefined,
  }
}

interface Unasked {
  readonly file: FileCall
  readonly input: object
  readonly rows: number
  /** Why it is written, for the security log. */
  readonly why: string
}

/**
 * Has a file written for somebody who does not wait for it, as part of the transaction; whoever has it written tells them of
 * its end. @returns the job
 */
export async function writeUnasked(
  services: Pick<Services, 'bus'>,
  db: Db,
  person: Person,
  { file, input, rows, why }: Unasked,
): Promise<number> {
  const { name: call, endpoint } = file
  const nowhere = { address: null, userAgent: null }
  const label = endpoint.title
  const jobId = await queries.insertExport(db, {
    call,
    input,
    label,
    rows,
    ownerId: person.id,
    ...nowhere,
    isToldElsewhere: true,
  })
  const filters = filtersInWords(endpoint.input, endpoint.input?.parse(input))
  const detail = filters === undefined ? why : `${why}；${filters}`
  await noteAct({ db, person, ...nowhere }, { kind: 'export', label, detail, rows })
  await sayWaiting(services, db, jobId)
  return jobId
}

const unpack = promisify(gunzip)

/** A job's file as a mail takes it along; null where it is gone, too long, or its owner may not see it any more. @throws StoreAway */
export async function fileForMail(
  services: Services,
  { jobId, mostBytes }: { jobId: number; mostBytes: number },
): Promise<{ filename: string; content: Buffer } | null> {
  const kept = await queries.findFile(services.db, jobId)
  const owner = kept && (await services.authentication.findMember(kept.ownerId))
  if (kept === undefined || !owner) return null
  const call = callWithoutRequest(services, owner, {
    requestId: `job-${jobId}`,
    address: null,
    userAgent: null,
  })
  if (!(await maySee(services, call, kept))) return null
  const stored = await exportStore(services.files).open(kept.file)
  if (stored === undefined) return null
  const { content: packed } = stored
  if (stored.bytes > mostBytes) {
    if (!Buffer.isBuffer(packed)) packed.destroy()
    return null
  }
  const bytes = await bufferOf(packed)
  const format = formatOf(kept.file)
  const content = format === 'csv' ? await unpacked(bytes, mostBytes) : bytes
  return content && { filename: `${kept.name}.${format}`, content }
}

async function bufferOf(content: Buffer | AsyncIterable<Buffer>): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

async function unpacked(bytes: Buffer, mostBytes: number): Promise<Buffer | null> {
  try {
    return await unpack(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
