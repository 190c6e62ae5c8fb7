import {
  errors,
  fileProblems,
  type ImportState,
  importStates,
  payChannels,
  refuse,
  type StatementImport,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Person, SignedInCall } from '../../../platform/http/call.ts'
import { openOperation } from '../../../platform/http/change.queries.ts'
import type { DiskFile } from '../../../platform/http/diskUpload.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { reversedResolutionJournal } from '../ledger/channel.rules.ts'
import { post } from '../ledger/service.ts'
import { type OpenFile, openFile } from './file.storage.ts'
import { FileProblem, type FileRow, type FileSummary, feeFen } from './fileReader.rules.ts'
import * as queries from './import.queries.ts'
import * as match from './match.queries.ts'
import { balance } from './service.ts'
import { countLines, insertStatement } from './statement.queries.ts'

/** So many characters without a row are no statement: what swells up from nothing would hold the queue for minutes. */
const mostIdle = 1024 ** 2
/** Lines that are written at once. */
const batch = 4_000
/** How often the progress of a file is reported, and whether to continue is asked. */
const progressMs = 500
const aliveMs = 5_000

class Cancelled extends Error {}

interface Import {
  readonly id: number
  readonly file: DiskFile
  readonly by: Pick<SignedInCall, 'person' | 'address' | 'userAgent' | 'requestId'>
}

/** Files that were sent to this process, one after the other: each may be large. */
export class Imports {
  #last: Promise<void> = Promise.resolve()
  #stopping = false
  /** Those that wait, or are being read. */
  readonly #queue = new Set<number>()
  #alive: ReturnType<typeof setInterval> | undefined
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** Queues a file, to be read after those before it; it is closed in any case. */
  async take(file: DiskFile, call: SignedInCall): Promise<{ importId: number }> {
    const { person, address, userAgent, requestId } = call
    const id = await queries.insertImport(call.db, person.id, file.bytes).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    this.#queue.add(id)
    this.#alive ??= setInterval(() => void this.#sayAlive(), aliveMs)
    this.#last = this.#last.then(() => this.#run({ id, file, by: { person, address, userAgent, requestId } }))
    return { importId: id }
  }

  /** Waiting files are no longer read, and the present one is abandoned. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#last
  }

  async #run(given: Import): Promise<void> {
    const { db, log } = this.#services
    try {
      await importFile(this.#services, given, () => this.#stopping)
    } catch (error) {
      const end = endOf(error)
      if (end.state === 'failed')
        log.error({ err: error, import: given.id }, 'a channel statement was not read')
      await queries.endImport(db, given.id, end).catch((failure: unknown) => {
        log.error({ err: failure, import: given.id }, 'the end of an import was not noted')
      })
    } finally {
      await given.file.close()
      this.#queue.delete(given.id)
      if (this.#queue.size === 0) {
        clearInterval(this.#alive)
        this.#alive = undefined
      }
    }
  }

  /** However long those before them take, files that wait are not forsaken. */
  async #sayAlive(): Promise<void> {
    await queries.noteAlive(this.#services.db, [...this.#queue]).catch(() => undefined)
  }
}

const otherFormats = [fileProblems.unknown(), fileProblems.archive()]

function endOf(error: unknown): Parameters<typeof queries.endImport>[2] {
  if (error instanceof Cancelled) return { state: 'cancelled', problem: null }
  if (error instanceof FileProblem) {
    const { sentence } = otherFormats.includes(error.message)
      ? errors.statementFormat
      : errors.statementRefused
    return { state: 'refused', problem: sentence(error.message) }
  }
  return { state: 'failed', problem: importInterrupted }
}

/** What is said of an import that nobody goes on with. */
export const importInterrupted = '服务器中断了导入，什么都没有保存，请重新选择文件'

/** How far a file is, as others see it: told outside the transaction that takes it in. */
class Progress {
  lines = 0
  #saidAt = 0
  readonly #db: Db
  readonly #id: number
  readonly #isStopping: () => boolean

  constructor(db: Db, id: number, isStopping: () => boolean) {
    this.#db = db
    this.#id = id
    this.#isStopping = isStopping
  }

  /** @throws Cancelled where somebody asked for it */
  async say(state: ImportState, always = false): Promise<void> {
    if (!always && Date.now() - this.#saidAt < progressMs) return
    this.#saidAt = Date.now()
    if (this.#isStopping()) throw new Error('the server stops')
    const stop = await queries.noteProgress(this.#db, this.#id, { state, lines: this.lines })
    if (stop) throw new Cancelled()
  }
}

/** Reads a file, compares it and stores it as a statement, in one transaction: an error leaves nothing behind. */
async function importFile(services: Services, given: Import, isStopping: () => boolean): Promise<void> {
  const { db } = services
  const progress = new Progress(db, given.id, isStopping)
  await progress.say('reading', true)
  const opened = await openFile(given.file)
  const { gateway } = services.payments
  const own = gateway(opened.reader.channel)?.merchant
  if (own === undefined) throw new FileProblem(fileProblems.channel(payChannels[opened.reader.channel]))
  await db.transaction().execute(async trx => {
    await queries.makeRows(trx)
    const summary = await readRows(trx, opened, progress)
    if (summary.merchant !== own) throw new FileProblem(fileProblems.merchant(summary.merchant, own))
    if (summary.day >= businessDayOf(Date.now()))
      throw new FileProblem(fileProblems.date(`${summary.day} 还没有结束`))
    await progress.say('matching', true)
    await take(services, trx, { given, opened, summary, lines: progress.lines })
  })
}

async function readRows(db: Db, { reader, lines }: OpenFile, progress: Progress): Promise<FileSummary> {
  let rows: FileRow[] = []
  let idle = 0
  const write = async () => {
    if (rows.length > 0) await queries.insertRows(db, columnsOf(rows))
    progress.lines += rows.length
    rows = []
    await progress.say('reading')
  }
  for await (const some of lines) {
    const before = rows.length
    for (const line of some) {
      rows.push(...reader.take(line))
      idle += line.length + 1
    }
    if (rows.length > before) idle = 0
    else if (idle > mostIdle) throw new FileProblem(fileProblems.unknown())
    if (rows.length >= batch) await write()
    else await progress.say('reading')
  }
  const summary = reader.end()
  await write()
  await queries.finishRows(db)
  return summary
}

const columnsOf = (rows: readonly FileRow[]): queries.RowColumns => ({
  kind: rows.map(({ kind }) => kind),
  no: rows.map(({ no }) => no),
  orderNo: rows.map(({ orderNo }) => orderNo),
  channelNo: rows.map(({ channelNo }) => channelNo),
  at: rows.map(({ at }) => at),
  amount: rows.map(({ amount }) => amount),
  fee: rows.map(({ fee }) => fee),
  raw: rows.map(({ raw }) => raw),
})

interface Read {
  readonly given: Import
  readonly opened: OpenFile
  readonly summary: FileSummary
  readonly lines: number
}

/** What was read becomes the day's statement, unless it is that already. @throws Cancelled */
async function take({ payments }: Services, db: Db, { given, opened, summary, lines }: Read): Promise<void> {
  const { channel } = opened.reader
  const day = { channel, merchant: summary.merchant, day: summary.day, simulated: payments.simulated }
  const sha256 = opened.digest()
  await queries.takeTurn(db, channel)
  const complete = async (statementId: number, repeated: boolean) => {
    if (!(await queries.completeImport(db, given.id, { statementId, repeated, lines }))) throw new Cancelled()
  }
  const same = await match.findSame(db, day, sha256)
  if (same !== undefined) return complete(same, true)
  await openOperation(db, operationOf(given.by.person, given.by))
  const before = await match.lockStatements(db, day)
  const { paid, refunded, discounts } = summary
  const sums = { paid, refunded, discounts, fee: feeFen(summary.fee) }
  const id = await insertStatement(db, day, sums, { sha256, memberId: given.by.person.id, before })
  await match.insertLines(db, id, day, before?.id ?? null)
  const dropped = before === undefined ? [] : await match.droppedPostings(db, before.id, id)
  const others = await match.settleOtherDays(db, day)
  await countLines(db, id)
  await complete(id, false)
  const takenBack = [...dropped, ...others.posted].map(line => reversedResolutionJournal(line, channel))
  await post(db, [...takenBack, ...(await balance(db, [id, ...others.statements]))])
}

/** The call in the log: a file is read after the call was answered, so that none of its changes is the call's own. */
export const importCall = 'channelStatements.import'

const operationOf = (
  { id, account }: Person,
  { address, userAgent, requestId }: Pick<Import['by'], 'address' | 'userAgent' | 'requestId'>,
) => ({
  member_id: id,
  account,
  call: importCall,
  label: '导入渠道账单',
  address,
  user_agent: userAgent,
  request_id: requestId,
})

/** How far one's own import is. @throws Refusal notFound */
export async function importInfo({ db, person }: SignedInCall, importId: number): Promise<StatementImport> {
  const found = await queries.findImport(db, person.id, importId)
  if (found === undefined) throw refuse(errors.notFound, '导入')
  return found
}

/** @throws Refusal importOver, notFound */
export async function cancelImport(call: SignedInCall, importId: number): Promise<true> {
  if (await queries.askToCancel(call.db, call.person.id, importId)) return true
  const { state } = await importInfo(call, importId)
  throw refuse(errors.importOver, importStates[state])
}
