import type { Readable } from 'node:stream'
import type { Endpoint, FileFormat, ParsedOf, ReplyOf } from '@drivesim/contract'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../postgres/db.ts'
import type { Cell } from './cell.ts'
import type { NewCookie } from './cookies.ts'
import type { DiskFile } from './diskUpload.ts'

/** Who makes a call, as of this request: codes and scope are read anew each time. */
export interface Person {
  readonly id: number
  readonly account: string
  readonly name: string
  /** Empty for the owner of a job, which goes on without them, and of a key. */
  readonly sessionId: string
  /** The key that a program of theirs calls with; null: they call themselves. */
  readonly key: KeyOfPerson | null
  readonly codes: ReadonlySet<string>
  readonly scope: Scope
  /** The password was set by somebody else: nothing else is possible before it is changed. */
  readonly mustChangePassword: boolean
  /** How long ago they proved who they are, and for how long that counts as recent. null: they are not asked to. */
  readonly proof: { readonly secondsAgo: number; readonly recentSeconds: number } | null
  /** When they must have a second step of signing in; null: they have one, or need none. */
  readonly factorDueAt: Date | null
  /** It is over: nothing else is possible before they have one. */
  readonly mustAddFactor: boolean
  /** Seconds without input after which their session is over; null: it is not limited so. */
  readonly mostIdleSeconds: number | null
  /** Networks where codes of system may be used, separated by blanks; empty: everywhere. */
  readonly systemNetworks: string
}

/** What a call must know of the key that it is made with. */
export interface KeyOfPerson {
  readonly id: number
  readonly name: string
  /** Files too, of lists that are open to keys. */
  readonly mayExport: boolean
}

/** What logs call who acts: their account, or their key by its name. */
export const actorOf = ({ account, key }: Pick<Person, 'account'> & Partial<Pick<Person, 'key'>>): string =>
  key ? `密钥“${key.name}”` : account

/** What every handler gets beside its input. */
export interface Call {
  /** The transaction of the change, or the pool where the call only reads. */
  readonly db: Db
  readonly requestId: string
  /** The caller's address, as trusted proxies tell it. */
  readonly address: string
  readonly userAgent: string | null
  /** A cookie that came with the call. */
  cookie(name: string): string | null
  /** Sends a cookie with the answer. */
  setCookie(cookie: NewCookie): void
  /** The address under which the caller reached the server, such as `http://192.168.1.8:3000`; null where it is only claimed. */
  readonly origin: string | null
  /** Runs once the change is committed; never when it is refused or repeated. Failures are logged, not answered. */
  afterCommit(work: () => void | Promise<void>): void
}

export interface SignedInCall extends Call {
  readonly person: Person
  readonly scope: Scope
}

/** Lines of a file, its head or rows of its list, and how many rows they are. */
export interface FilePart {
  readonly lines: readonly (readonly Cell[])[]
  readonly rows: number
}

/** Lines of a file as they are read, the head first; where they are of a list's columns, they can be had of some of those. */
export interface FileRows extends AsyncIterable<FilePart> {
  /** @param keys of the columns, in order */
  only?(keys: readonly string[]): FileRows
}

/** One of several tables of a file. */
export interface FileTable {
  readonly title: string
  readonly lines: FileRows
}

/** A file of lines, written in its format and streamed as it is read; the name without its ending. */
export class FileReply {
  readonly name: string
  readonly lines: FileRows
  /** It never has many lines, so that nobody need count them. */
  readonly isShort: boolean
  readonly format: FileFormat
  /** Where it is of several tables: what the first is called, and those after it. Each is a sheet of a workbook. */
  readonly tables: { readonly title: string; readonly more: readonly FileTable[] } | null = null

  constructor(name: string, lines: FileRows, isShort = false, format: FileFormat = 'csv') {
    this.name = name
    this.lines = lines
    this.isShort = isShort
    this.format = format
  }

  /** The same with other lines. */
  of(lines: FileRows): FileReply {
    return this.#but({ lines })
  }

  /** The same with some of its columns. @param keys in order */
  only(keys: readonly string[]): FileReply {
    return this.of(this.lines.only?.(keys) ?? this.lines)
  }

  as(format: FileFormat): FileReply {
    return this.#but({ format })
  }

  /** A short file of several tables. */
  static ofTables(name: string, [first, ...more]: readonly [FileTable, ...FileTable[]]): FileReply {
    return new FileReply(name, first.lines, true).#but({ tables: { title: first.title, more } })
  }

  #but(changes: Partial<Pick<FileReply, 'lines' | 'format' | 'tables'>>): FileReply {
    const same = new FileReply(this.name, this.lines, this.isShort, this.format)
    return Object.assign(same, { tables: this.tables }, changes)
  }
}

/** A file that was written before, as it lies there, CSV gzipped; the name without its ending. */
export class StoredFileReply {
  readonly name: string
  readonly format: FileFormat
  readonly content: Buffer | Readable
  readonly bytes: number

  constructor(file: Pick<StoredFileReply, 'name' | 'format' | 'content' | 'bytes'>) {
    this.name = file.name
    this.format = file.format
    this.content = file.content
    this.bytes = file.bytes
  }
}

/** A live stream: `open` gets the connection once the head is sent, and returns what to do at its end. */
export class EventsReply {
  readonly open: (stream: EventStream) => () => void

  constructor(open: (stream: EventStream) => () => void) {
    this.open = open
  }
}

export interface EventStream {
  /** Sets the newest value of a key; a slow reader gets only that. `id` is where to resume from. */
  send(event: string, key: string, data: unknown, id?: string): void
  /** Ends the stream once everything waiting is written. */
  end(): void
}

type CallOf<E extends Endpoint> = E['access'] extends 'anonymous' | 'basic' ? Call : SignedInCall

type HandlerReply<E extends Endpoint> = E['reply'] extends 'file'
  ? FileReply | StoredFileReply
  : E['reply'] extends 'events'
    ? EventsReply
    : ReplyOf<E>

/** What was uploaded, for an endpoint with `upload`. */
type UploadOf<E extends Endpoint> = E['upload'] extends 'disk'
  ? { readonly file: DiskFile }
  : E['upload'] extends true
    ? { readonly file: Buffer }
    : unknown

/** A handler: validated input and the call's surroundings in, exactly the declared reply out. */
export type Handler<E extends Endpoint> = (
  input: ParsedOf<E> & UploadOf<E>,
  call: CallOf<E>,
) => Promise<HandlerReply<E>> | HandlerReply<E>

/** One handler for each endpoint of a domain. */
export type Handlers<D extends Record<string, Endpoint>> = { readonly [Name in keyof D]: Handler<D[Name]> }

/** A handler whose endpoint is not known any more. Method syntax, since parameters of methods compare both ways. */
export type AnyHandler = { handle(input: unknown, call: Call): unknown }['handle']
