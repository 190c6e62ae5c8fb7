import type { Paging } from '@drivesim/contract'
import type { Reader } from './lists/list.ts'
import type { SearchPart, SearchRow } from './parts.ts'

interface ListedPart<Row> extends Pick<SearchPart, 'kind' | 'label' | 'access' | 'by' | 'series' | 'opens'> {
  /** Address of the list, whose filter `paramValue` takes the text. */
  readonly path: string
  /** That of its list. */
  page(
    reader: Reader,
    filter: { paramValue: string },
    paging: Paging,
  ): Promise<{ rows: Row[]; total: number }>
  /** Those of these ids that are in the scope; missing: such records cannot be pinned. */
  ofIds?(reader: Reader, ids: readonly number[]): Promise<Row[]>
  /** A record without a page of its own is shown by the list: `listOf` says its address for another text. */
  show(row: Row, listOf: (text: string) => string): SearchRow
}

/** Records that Ctrl-K finds as their list's own search does. */
export function searchPart<Row>({ path, page, ofIds, show, ...part }: ListedPart<Row>): SearchPart {
  const listOf = (text: string) =>
    `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ paramValue: text })}`
  return {
    ...part,
    async find(db, scope, text, most) {
      const { rows, total } = await page({ db, scope }, { paramValue: text }, { pageNum: 0, pageSize: most })
      return { total, rows: rows.map(row => show(row, listOf)) }
    },
    list: listOf,
    ...(ofIds && {
      named: async (db, scope, ids) => (await ofIds({ db, scope }, ids)).map(row => show(row, listOf)),
    }),
  }
}
