import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { filter, maskedPhone } from './fields.ts'
import { choice, label } from './labels.ts'

/** Rows on a page unless the caller says otherwise (spec §9). */
export const defaultPageSize = 10

/** A whole number within limits; digits in a string are taken too, since a query carries nothing else. */
export const wholeNumber = (least: number, most: number) =>
  z.union([
    z.int().min(least).max(most),
    z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(least).max(most)),
  ])

/** Zero-based page number on the wire (spec §9); a page beyond the last is empty, not an error. */
export const pageNumber = label('页码', wholeNumber(0, 1_000_000_000))

/** Which page of a list, counted from 0, and how many rows it holds. */
export interface Paging {
  readonly pageNum: number
  readonly pageSize: number
}

/** The fields of a list call that say so. */
export const paging = {
  pageNum: pageNumber.default(0),
  pageSize: label('每页条数', wholeNumber(1, 100)).default(defaultPageSize),
}

/** The same where the spec calls the page number `page`. */
export const pagingByPage = { page: paging.pageNum, pageSize: paging.pageSize }

/** What a call with such fields asks for. */
export const pagingOf = ({ page, pageSize }: { page: number; pageSize: number }): Paging => ({
  pageNum: page,
  pageSize,
})

/** Order of a list by one of the fields that have these words; missing: the list's own. Rows without a value come last. */
export function sorting<Fields extends Readonly<Record<string, string>>>(fields: Fields) {
  return {
    sortField: label('排序字段', filter(choice(fields))),
    sortOrder: label('排序方向', filter(choice({ ascend: '升序', descend: '降序' }))),
  }
}

/** Columns that a file of a list may have. */
const mostColumns = 60

/** What a file of rows can be written as; by the endings of its name. */
const fileFormats = { csv: 'CSV', xlsx: 'Excel' } as const
export type FileFormat = keyof typeof fileFormats

/** Rows below its head that a sheet of Excel has, at most. */
export const mostSheetRows = 1_048_575

/** What a file is wanted as; missing: CSV. */
export const fileFormat = label('文件格式', filter(choice(fileFormats)))

/**
 * What a file of a list is asked besides the list's own filters: which columns it has, by the list's column keys, in this
 * order; missing: all that it can have. A key that the file does not know is passed over, as in a view. And its format.
 */
export const fileFields = {
  format: fileFormat,
  columns: label(
    '列',
    filter(
      z
        .string()
        .regex(/^\w{1,50}(,\w{1,50})*$/, '列的格式不正确，请用逗号分隔列名')
        .transform(keys => keys.split(','))
        .pipe(z.array(z.string()).max(mostColumns)),
    ),
  ),
}

/** What is said of the file of a list; whatever else follows from its being one. */
type OfFile = Pick<Endpoint, 'title' | 'path' | 'access' | 'envelope' | 'perMinute' | 'stepUp' | 'forKeys'>

/**
 * The file of a list: a call of the same domain. It is filtered as the list is, and asked besides what any file is.
 * @param rowsOf name of the call that lists the same rows
 * @param rule of several fields of the filter, as `superRefine` takes it
 */
export function fileOf<const Of extends OfFile, Filter extends z.core.$ZodShape>(
  rowsOf: string,
  of: Of,
  filter: Filter,
  ...rule: [] | Parameters<z.ZodObject<Filter & typeof fileFields>['superRefine']>
) {
  const plain = z.object({ ...filter, ...fileFields })
  const [check, params] = rule
  const input = check === undefined ? plain : plain.superRefine(check, params)
  return { ...of, perMinute: of.perMinute ?? 20, rowsOf, method: 'GET', reply: 'file', input } as const
}

/** The paged response of spec §3, `dataList` holding rows of the given shape. */
export function page<Row extends z.ZodType>(row: Row) {
  return z.object({
    dataList: z.array(row),
    totalDataNum: z.int(),
    pageSize: z.int(),
    hasPrevious: z.boolean(),
    hasNext: z.boolean(),
    totalPages: z.int(),
  })
}

/** Whether a call answers a page of a list. */
export const isPage = (reply: Endpoint['reply']): boolean =>
  reply instanceof z.ZodObject && 'totalDataNum' in reply.shape

/** Whether what a call lists are people: its rows have phones, which are masked everywhere by one type. */
export function listsPeople({ reply }: Pick<Endpoint, 'reply'>): boolean {
  if (!isPage(reply) || !(reply instanceof z.ZodObject)) return false
  const rows: unknown = reply.shape.dataList
  if (!(rows instanceof z.ZodArray) || !(rows.element instanceof z.ZodObject)) return false
  return Object.values(rows.element.shape).some(field => unwrapped(field) === maskedPhone)
}

function unwrapped(field: unknown): unknown {
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional ? unwrapped(field.unwrap()) : field
}

/** A page of anything, as the client sees it. */
export interface Page<Row> {
  dataList: Row[]
  totalDataNum: number
  pageSize: number
  hasPrevious: boolean
  hasNext: boolean
  totalPages: number
}

/** Makes the paged response from one page of rows and the exact total of the whole filtered list. */
export function toPage<Row>(rows: Row[], totalDataNum: number, { pageNum, pageSize }: Paging): Page<Row> {
  return {
    dataList: rows,
    totalDataNum,
    pageSize,
    hasPrevious: pageNum > 0,
    hasNext: (pageNum + 1) * pageSize < totalDataNum,
    totalPages: Math.ceil(totalDataNum / pageSize),
  }
}
