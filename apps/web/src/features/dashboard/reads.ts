import { basisOf } from '@drivesim/contract/boardDates'
import type { BoardFigure } from '@drivesim/contract/boardFigures'
import { dashboard } from '@drivesim/contract/dashboard'
import type { Endpoint } from '@drivesim/contract/endpoint'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { query } from '../../api/query.ts'
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
  const { figure, grain } = view
  const input = { ...rangeOf(view), figure, grain, by: placeOf(view) }
  return useQuery({ ...query(dashboard.overview, input, quiet), placeholderData: keepPreviousData })
}

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

/** Weeks and months do not change while one looks. Milliseconds. */
const slowly = 5 * 60_000

/** Many pages are told at once and do not ask at once. Milliseconds. */
const spreadMs = 2000
/** However many simulators change, their counts cost one call in so many milliseconds. */
const devicesPauseMs = 10_000

/**
 * Asks the calls again when figures of the view's days changed, or the page may have missed that; nothing is asked for
 * on time alone. Being an effect, it does nothing in a hidden tab; in a hidden window it waits until that is seen.
 * @param devices whether the simulators' states are shown too
 */
export function useLiveFigures(view: View, endpoints: readonly Endpoint[], { devices = false } = {}): void {
  const client = useQueryClient()
  const paths = endpoints.map(({ path }) => path).join(' ')
  const { beginDate, endDate, compare, align } = view
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    let due = Number.POSITIVE_INFINITY
    const ask = () => {
      soon = undefined
      if (document.hidden) return
      due = Number.POSITIVE_INFINITY
      for (const path of paths.split(' ')) void client.invalidateQueries({ queryKey: [path] })
    }
    const within = (ms: number) => {
      const at = Date.now() + ms
      if (at >= due) return
      due = at
      clearTimeout(soon)
      soon = setTimeout(ask, ms)
    }
    const seen = () => {
      if (!document.hidden && due !== Number.POSITIVE_INFINITY && soon === undefined) ask()
    }
    document.addEventListener('visibilitychange', seen)
    const ends = [
      onLive('figures', ({ first, last }) => {
        const { previous, today } = basisOf({ beginDate, endDate, compare, align }, Date.now())
        const from = previous === null || beginDate < previous.beginDate ? beginDate : previous.beginDate
        if (last >= from && first <= (endDate > today ? endDate : today)) within(Math.random() * spreadMs)
      }),
      onLive('caughtUp', () => within(0)),
      ...(devices
        ? [
            onLive('simulator', () => within(devicesPauseMs)),
            onLive('simulatorGone', () => within(devicesPauseMs)),
          ]
        : []),
    ]
    return () => {
      clearTimeout(soon)
      document.removeEventListener('visibilitychange', seen)
      for (const end of ends) end()
    }
  }, [client, paths, beginDate, endDate, compare, align, devices])
}
