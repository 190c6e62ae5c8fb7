import { type Page, type Paging, pagingOf, toPage } from '@drivesim/contract/paging'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { FileReply, type SignedInCall } from '../http/call.ts'
import { type FileColumn, fileRows } from '../http/tableFile.ts'
import { pageOf } from '../postgres/paging.ts'

// How the rows of a list are read: by pages, and for its file part by part. docs/lists.md says which of these to take when.

/** Who reads, as far as most lists ask. Lists with rows for some people only take more of the call. */
export type Reader = Pick<SignedInCall, 'db' | 'scope'>

/** Rows of one page, how many the whole filtered list has, and what these come to, where the list says so. */
export interface ListPage<Row, Sum = undefined> {
  readonly rows: Row[]
  readonly total: number
  readonly sum: Sum
}

/** A list without a file. */
export interface PagedList<Filter, Row, Sum = undefined, By extends Reader = Reader> {
  page(reader: By, filter: Filter, paging: Paging): Promise<ListPage<Row, Sum>>
}

/** A list, however it finds its rows. */
export interface List<Filter, Row, Sum = undefined, By extends Reader = Reader>
  extends PagedList<Filter, Row, Sum, By> {
  /** The next rows of its file, at most so many, after the last one that was read. */
  part(reader: By, filter: Filter, part: { last: Row | undefined; most: number }): Promise<Row[]>
}

interface ById<Filter, Row, By extends Reader> {
  /** The ids of what the filter finds in the reader's scope, in no order; besides, the columns that `order` takes. */
  found(reader: By, filter: Filter): Expression<{ id: number }>
  /** The rows of these ids, in any order. */
  rows(reader: By, ids: readonly number[]): Promise<Row[]>
  idOf(row: Row): number
  /** Which comes first where nothing else is asked for, and in the file; missing: the newest. */
  first?: 'newest' | 'oldest'
  /** Of a page, by the columns of `found`; undefined: by the ids. */
  order?(filter: Filter): RawBuilder<unknown> | undefined
}

/** A list that finds the ids of its rows first, all of them for the total, and then reads one page of them. */
export function listByIds<Filter, Row, By extends Reader = Reader>({
  found,
  rows,
  idOf,
  first = 'newest',
  order,
}: ById<Filter, Row, By>): List<Filter, Row, undefined, By> {
  const direction = first === 'newest' ? sql`id desc` : sql`id`
  const inOrder = async (reader: By, ids: readonly number[]) => {
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = (row: Row) => places.get(idOf(row)) ?? ids.length
    return ids.length === 0 ? [] : (await rows(reader, ids)).sort((a, b) => placeOf(a) - placeOf(b))
  }
  return {
    async page(reader, filter, paging) {
      const { ids, total } = await pageOf(
        reader.db,
        found(reader, filter),
        paging,
        order?.(filter) ?? direction,
      )
      return { rows: await inOrder(reader, ids), total, sum: undefined }
    },
    async part(reader, filter, { last, most }) {
      const after =
        last === undefined
          ? sql`true`
          : first === 'newest'
            ? sql`id < ${idOf(last)}`
            : sql`id > ${idOf(last)}`
      const next = await sql<{ id: number }>`
        select id from (${found(reader, filter)}) found where ${after} order by ${direction} limit ${most}`.execute(
        reader.db,
      )
      return inOrder(
        reader,
        next.rows.map(({ id }) => id),
      )
    },
  }
}

type AskedPage = Paging | { readonly page: number; readonly pageSize: number }

const pagingIn = (asked: AskedPage): Paging => ('page' in asked ? pagingOf(asked) : asked)

/** The handler of a call that answers pages of a list; the spec calls the page's number `pageNum` or `page`. */
export const pages =
  <Filter, Row, Sum, By extends Reader>(list: PagedList<Filter, Row, Sum, By>) =>
  async (input: Filter & AskedPage, reader: By): Promise<Page<Row>> => {
    const paging = pagingIn(input)
    const { rows, total } = await list.page(reader, input, paging)
    return toPage(rows, total, paging)
  }

/** The same where the answer has what the whole filtered list comes to. */
export const summedPages =
  <Filter, Row, Sum, By extends Reader>(list: PagedList<Filter, Row, Sum, By>) =>
  async (input: Filter & AskedPage, reader: By): Promise<Page<Row> & { sum: Sum }> => {
    const paging = pagingIn(input)
    const { rows, total, sum } = await list.page(reader, input, paging)
    return { ...toPage(rows, total, paging), sum }
  }

/** The handler of a call that answers the file of a list. @param name of the file, without its ending */
export const files =
  <Filter, Row, By extends Reader>(
    name: string,
    list: List<Filter, Row, unknown, By>,
    columns: readonly FileColumn<Row>[],
  ) =>
  (filter: Filter, reader: By): FileReply =>
    new FileReply(
      name,
      fileRows(columns, part => list.part(reader, filter, part)),
    )
