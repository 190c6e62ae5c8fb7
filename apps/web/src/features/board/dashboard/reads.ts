import type { BoardFigure } from '@drivesim/contract/board/dashboard/boardFigures'
import { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { placeOf, tableOf, type View } from './view.ts'

const quiet = { quiet: true }

/** What every call of the board asks for. */
export const rangeOf = ({ beginDate, endDate, organId, compare, align }: View) => ({
  beginDate,
  endDate,
  organId,
  compare,
  align,
})

/** Blocks 1 to 5, of one moment. Until another view has its answer the former one stays. */
export function useOverview(view: View) {
  return useQuery({
    ...query(dashboard.overview, boardInput(view), quiet),
    placeholderData: keepPreviousData,
  })
}

/** What the board as a whole asks for. */
export const boardInput = (view: View) => ({
  ...rangeOf(view),
  figure: view.figure,
  grain: view.grain,
  by: placeOf(view),
})

/** Rows on a page of a figure's table. */
const pageSize = 50

/** What a page of a figure's table asks for; 名单 is a list of its own, beside the days' chart. */
export function detailInput(view: View, figure: BoardFigure, pageNum = view.page) {
  const table = tableOf(view)
  const by = table === 'list' ? 'day' : table
  return { ...rangeOf(view), area: view.area, figure, grain: view.grain, by, pageNum, pageSize }
}

/** A figure's page: figure, chart and a page of its table, of one moment. */
export function useDetail(view: View, figure: BoardFigure) {
  return useQuery({
    ...query(dashboard.detail, detailInput(view, figure), quiet),
    placeholderData: keepPreviousData,
  })
}

export function useHeat({ organId }: View) {
  return useQuery({ ...query(dashboard.heat, { organId }, quiet), staleTime: slowly })
}

export function usePassRate({ organId }: View) {
  return useQuery({ ...query(dashboard.passRate, { organId }, quiet), staleTime: slowly })
}

export function useFindings({ organId }: View) {
  return useQuery({ ...query(dashboard.findings, { organId }, quiet), staleTime: slowly })
}

/** Who comes back to the board need not have these anew: `useLiveBlocks` says when they change. Milliseconds. */
const slowly = 5 * 60_000
