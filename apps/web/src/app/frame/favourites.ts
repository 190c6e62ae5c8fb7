import { pins } from '@drivesim/contract/tools/pins'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useChange } from '../../api/query.ts'
import { pinsQuery } from '../../ui/record/pins.ts'
import { moveItem, useDragSort } from '../../ui/useDragSort.ts'
import { mayOpen } from '../guard/route.ts'
import { type ScreenIndex, useScreens } from '../screens/screenIndex.ts'
import type { MenuEntry } from './menu.ts'

/** The first group of the menu, and how its entries are called: each page stands in its own group too. */
export const favouritesName = 'favourites'
const prefix = `${favouritesName}/`
export const pageOfEntry = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)

/** The pages that a person starred, in their order, as entries; Alt and an arrow, or the pointer, puts one elsewhere. */
export function useFavourites(heldCodes: ReadonlySet<string>, collapsed: boolean) {
  const screens = useScreens()
  const starred = useQuery(pinsQuery).data?.screens
  const save = useChange(pins.setScreens, { invalidates: [pins.mine] })
  // It stays as it was left, whatever page is shown: one press leads to each of its pages.
  const [unfolded, unfold] = useState(true)
  const [arranged, arrange] = useState<readonly string[] | null>(null)
  const names = arranged ?? starred ?? none
  const entries = useMemo(() => entriesOf(screens, heldCodes, names), [screens, heldCodes, names])
  const keep = (order: readonly string[]) => {
    arrange(order)
    // Until it is kept the new order is shown; a failure was shown by the call.
    save.mutate({ screens: [...order] }, { onSettled: () => arrange(null) })
  }
  const moved = (from: string, onto: string | undefined) => {
    const to = onto === undefined ? -1 : names.indexOf(onto)
    return to < 0 ? names : moveItem(names, names.indexOf(from), to)
  }
  const shownAt = (place: number) => entries[place] && pageOfEntry(entries[place].name)
  const drag = useDragSort((from, to) => arrange(moved(shownAt(from) ?? '', shownAt(to))))
  return {
    entries,
    unfolded,
    toggle: () => unfold(!unfolded),
    dragOf(place: number) {
      const props = drag.of(place)
      const onDragEnd = () => {
        props.onDragEnd()
        if (arranged !== null) keep(arranged)
      }
      return { ...props, onDragEnd }
    },
    /** @returns whether the key was for this group: it folds it, or puts an entry elsewhere */
    press(event: KeyboardEvent<HTMLElement>): boolean {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const name = event.target instanceof HTMLElement ? event.target.dataset.name : undefined
      if (name === favouritesName && !collapsed) {
        if (event.key !== 'ArrowLeft' && (event.key !== 'ArrowRight' || unfolded)) return false
        event.preventDefault()
        unfold(event.key === 'ArrowRight')
        return true
      }
      const place = entries.findIndex(entry => entry.name === name)
      if (!event.altKey || step === 0 || place < 0) return false
      event.preventDefault()
      const order = moved(shownAt(place) ?? '', shownAt(place + step))
      if (order !== names) keep(order)
      return true
    },
  }
}

const none: readonly string[] = []

function entriesOf(
  screens: ScreenIndex,
  heldCodes: ReadonlySet<string>,
  names: readonly string[],
): readonly MenuEntry[] {
  return names.flatMap(name => {
    const screen = screens.byName.get(name)
    if (screen === undefined || screen.hidden || !mayOpen(screens, screen, heldCodes)) return []
    return [{ name: prefix + name, title: screen.title, icon: undefined }]
  })
}
