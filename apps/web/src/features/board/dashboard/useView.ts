import { businessDayOf } from '@drivesim/contract/businessDay'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useMinute } from '../../../ui/now.ts'
import { readView, type View, writeView } from './view.ts'

export type ChangeView = (change: Partial<View>) => void

/** The view of the address, and how it is changed. A preset goes on with the days while the page is looked at. */
export function useView(): [View, ChangeView] {
  const [search, setSearch] = useSearchParams()
  const today = businessDayOf(useMinute())
  const view = useMemo(() => readView(search, today), [search, today])
  // Another view of the table begins at its first page.
  return [view, change => setSearch(writeView({ ...view, page: 0, ...change }))]
}
