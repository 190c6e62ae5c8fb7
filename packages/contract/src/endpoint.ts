import type { z } from 'zod'
import type { Access } from './access.ts'
import type { DeclaredList } from './lists.ts'

/**
 * One call, as plain data. Server, web, tests, OpenAPI and the access matrix all take it from here.
 *
 * `params` fill the `{name}` parts of the path; `input` is the query of a GET and the body of a POST.
 * No call of the spec has both a query and a body.
 */
export interface Endpoint {
  /** One Chinese phrase: what the call does; the title in the API documentation. */
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** Below the API base, spelled as in spec §7; `{name}` marks a path parameter. */
  readonly path: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly input?: z.ZodType
  /** `data` of the envelope; or a body of another kind: a file of rows, as CSV or a workbook, or server-sent events. */
  readonly reply: z.ZodType | 'file' | 'events'
  /** Of a page of a list: its columns, from which head, cells and file follow. */
  readonly columns?: DeclaredList
  /**
   * Of a file of a list: the call of the same domain that lists the same rows. Where it counts more of them than the
   * server sends at once, the answer is the ordinary envelope with a {@link LongFile}, and a job writes the file.
   */
  readonly rowsOf?: string
  /**
   * What the call changes, as the operation log shows it. A call with this label runs in one transaction
   * with its log entry and its idempotency key; one without it only reads.
   */
  readonly change?: string
  /** Of a change: how the caller alone sees things. It has no entry in the operation log, where it would say nothing. */
  readonly unlogged?: true
  /**
   * The field of the input that identifies the changed record. Settings have only one row: there it is the version.
   * Missing where a record is created, or many are changed.
   */
  readonly record?: string
  /** Fields of input and reply that must never be stored: not in the operation log, not as a kept outcome. */
  readonly secret?: readonly string[]
  /** The enrolment back end answers `err_code`, `err_msg` in place of `code`, `msg` (spec §7). */
  readonly envelope?: 'err_code'
  /** The path stands alone, not below the API base (the upload call of spec §7). */
  readonly absolute?: true
  /**
   * The body is multipart with one file in the field `file`; the handler gets it as `file`, whole. `disk`: it may be as
   * large as `largestBody`, lies on disk, and the handler closes it.
   */
  readonly upload?: true | 'disk'
  /** May be made while a password that somebody else gave is still to be changed; every other call waits for that. */
  readonly withFirstPassword?: true
  /** May be made by who must add a second step of signing in first; every other call waits for that. */
  readonly withoutFactor?: true
  /** How lately its person must have proved who they are: within the minutes that the installation sets, or within two. */
  readonly stepUp?: 'recent' | 'fresh'
  /**
   * What somebody's key for programs may do with it: read, or change something, which wants an `Idempotency-Key`. Missing: the call is
   * closed to keys.
   */
  readonly forKeys?: 'read' | 'write'
  /** At most so many a minute: of each person, or of each address or known browser where nobody need be signed in. */
  readonly perMinute?: number
  /** The field of the input that is searched for, where it is not `paramValue`. */
  readonly searches?: string
  /** Bytes that the body, or the file of an upload, may have, where that differs from other calls: 1 MB, 4 kB where nobody need be signed in. */
  readonly largestBody?: number
}

/** What a file of a list answers in its place where it is too long to wait for: the job that writes it, and how many rows there are. */
export interface LongFile {
  readonly jobId: number
  readonly rows: number
}

/** The largest file an upload takes, in bytes. */
export const largestUploadBytes = 5 * 1024 * 1024

/** Keeps the literal types of an endpoint, so that handlers and callers are checked against them. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : unknown
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : unknown

/** What a caller passes: path parameters and query or body in one object. */
export type InputOf<E extends Endpoint> = SchemaInput<E['params']> & SchemaInput<E['input']>

/** What a handler receives: the same after validation. */
export type ParsedOf<E extends Endpoint> = SchemaOutput<E['params']> & SchemaOutput<E['input']>

/** What a handler returns: exactly the declared reply, without the envelope. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : unknown

/** What a caller gets. */
export type DataOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : unknown

/** The names of an endpoint's path parameters, in order. */
export function pathParameters(path: string): string[] {
  return (path.match(/\{\w+\}/g) ?? []).map(part => part.slice(1, -1))
}
