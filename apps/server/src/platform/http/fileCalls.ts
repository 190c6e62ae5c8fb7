import { type Endpoint, errors, fileFormat, type LongFile, mostSheetRows, refuse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { AnyHandler, SignedInCall } from './call.ts'
import { FileReply } from './call.ts'
import { runRead } from './change.ts'
import { parse } from './envelope.ts'

/** A call whose answer is a file of a list. With its input it can be made again without a request, as a job does. */
export interface FileCall {
  /** "domain.call". */
  readonly name: string
  readonly endpoint: Endpoint
  /** The call that lists the same rows. */
  readonly list: Endpoint
  /** How many rows the file's list has, for an input as it came in. */
  count(input: object, call: SignedInCall): Promise<number>
  /** The file as it is now; its rows are read as they are taken. @throws Refusal */
  open(input: unknown, call: SignedInCall): Promise<FileReply>
}

/** The files of lists, by the names of their calls; `implement` adds them. */
export type FileCalls = Map<string, FileCall>

/** Has files written that are too long to be sent while one waits. */
export interface LongFiles {
  /** The most rows of a file that is sent at once. */
  readonly mostRows: number
  /** Has a file written for the caller. @returns the job that writes it */
  defer(call: SignedInCall, of: DeferredFile): Promise<number>
}

/** A file to be written: of which call, what it was asked, and how many rows its list has. */
export interface DeferredFile {
  readonly name: string
  readonly endpoint: Endpoint
  readonly input: object
  readonly rows: number
}

/** In place of a file: the job that writes it. */
export class LongFileReply {
  readonly data: LongFile

  constructor(data: LongFile) {
    this.data = data
  }
}

type Entry = readonly [endpoint: Endpoint, handler: AnyHandler]

/**
 * A file of a list, by its call and by that which lists the same rows; undefined where it is of no list.
 * @throws TypeError where the domain has no such list
 */
export function fileCall(
  name: string,
  [endpoint, handler]: Entry,
  find: (name: string) => Entry | undefined,
  log: FastifyBaseLogger,
): FileCall | undefined {
  const { rowsOf, input: schema } = endpoint
  if (rowsOf === undefined) return undefined
  const list = find(rowsOf)
  if (list === undefined || schema === undefined) throw new TypeError(`${name}: no list ${rowsOf}`)
  const [listEndpoint, listHandler] = list
  const { input: listSchema = schema } = listEndpoint
  return {
    name,
    endpoint,
    list: listEndpoint,
    async count(input, call) {
      // What the file does not take, such as a page, is none of its list's business either.
      const taken = new Set(Object.keys(Object(parse(schema, input))))
      const filter = Object.entries(input).filter(([field]) => taken.has(field))
      const asked = parse(listSchema, { ...Object.fromEntries(filter), pageSize: 1 })
      return countedPage.parse(await runRead(call, log, call => listHandler(asked, call))).totalDataNum
    },
    async open(input, call) {
      const asked = parse(schema, input)
      const file = await runRead(call, log, call => handler(asked, call))
      if (file instanceof FileReply) return fileAsAsked(file, asked)
      throw new TypeError(`${name}: the handler gave no file`)
    },
  }
}

const fileOptions = z.object({ columns: z.array(z.string()).optional(), format: fileFormat })

/** The file in the format that was asked for, with the columns, in their order. @param asked the validated input */
export function fileAsAsked(file: FileReply, asked: unknown): FileReply {
  const { columns, format = 'csv' } = fileOptions.parse(asked)
  return (columns === undefined ? file : file.only(columns)).as(format)
}

const countedPage = z.object({ totalDataNum: z.int() })

/** A request for a file of a list: its input as it came in, and the file that its handler gave. */
interface FileAsked {
  readonly input: object
  readonly file: FileReply
}

/**
 * What a request for a file of a list gets.
 * @returns that file, or the job that writes it, where it is too long to be sent at once
 * @throws Refusal tooManyForSheet; of a key, to which jobs are closed, fileTooLongForKey
 */
export async function fileOrJob(
  longFiles: LongFiles,
  { name, endpoint, count }: FileCall,
  call: SignedInCall,
  { input, file }: FileAsked,
): Promise<FileReply | LongFileReply> {
  if (file.isShort) return file
  const rows = await count(input, call)
  if (file.format === 'xlsx' && rows > mostSheetRows) throw refuse(errors.tooManyForSheet)
  if (rows <= longFiles.mostRows) return file
  if (call.person.key !== null) throw refuse(errors.fileTooLongForKey, longFiles.mostRows)
  return new LongFileReply({ jobId: await longFiles.defer(call, { name, endpoint, input, rows }), rows })
}

/** The last lines of a call's documentation where it may answer so. */
export const longFileNote = (mostRows: number) =>
  `超过 ${mostRows.toLocaleString('en-US')} 行时不返回文件，返回 data 为 {jobId, rows} 的 JSON：文件由任务 jobId 在后台生成，完成后用 /exports/file 下载`
