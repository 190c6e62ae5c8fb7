import { CallError, showApiError } from '../../../api/callError.ts'

/** Readings of a table that changes while it is read, at most. */
const mostReadings = 5

/** A page of a table, as far as it is looked at. */
interface TablePage {
  readonly figure: { readonly value: number; readonly more: readonly unknown[] }
  readonly overlap: number
  readonly total: number
  readonly page: {
    readonly totalDataNum: number
    readonly hasNext: boolean
    readonly dataList: readonly unknown[]
  }
}
type RowOf<Page extends TablePage> = Page['page']['dataList'][number]

/** What the rows of a table add up to: with the same sum, pages are of one state of the data. */
const sumsOf = ({ figure: { value, more }, overlap, total, page: { totalDataNum } }: TablePage) =>
  JSON.stringify([value, more, overlap, total, totalDataNum])

/**
 * All pages of a table: a range has 400 days at most, and places are as many as there are schools. Each page is of a moment of
 * its own: where a payment came between two of them, their rows are not what 合计 says, and reading begins again.
 */
export async function wholeTable<Page extends TablePage>(read: (pageNum: number) => Promise<Page>) {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const whole = await readThrough(read)
    if (whole !== null) return whole
  }
  const sentence = '数据正在不断变化，请稍后再打印'
  showApiError(sentence)
  throw new CallError(sentence)
}

/** The pages one after the other; null as soon as one adds up to something else than the first. */
async function readThrough<Page extends TablePage>(read: (pageNum: number) => Promise<Page>) {
  const detail = await read(0)
  const rows: RowOf<Page>[] = [...detail.page.dataList]
  let { hasNext } = detail.page
  for (let pageNum = 1; hasNext; pageNum += 1) {
    const next = await read(pageNum)
    if (sumsOf(next) !== sumsOf(detail)) return null
    rows.push(...next.page.dataList)
    hasNext = next.page.hasNext
  }
  return { detail, rows }
}
