import type { SearchGroup } from '@drivesim/contract/search'
import { destinationOf, mayOpen } from '../guard/route.ts'
import type { Screen } from '../screens/screen.ts'
import type { ScreenIndex } from '../screens/screenIndex.ts'
import { initialsOf } from './initials.ts'

/** Something to open, as it is listed. */
export interface Entry {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly to: string
}

export interface EntryGroup {
  readonly label: string
  readonly entries: readonly Entry[]
}

/** The pages that these codes open and that need no record to be named, by words, initials or address. */
export function pagesFor(screens: ScreenIndex, held: ReadonlySet<string>, typed: string): EntryGroup {
  const words = typed.toLowerCase().split(/\s+/)
  const entries = screens.list
    .filter(
      screen =>
        screen.identifies === undefined && !screen.path.includes(':') && mayOpen(screens, screen, held),
    )
    .map(screen => ({ screen, group: groupTitle(screens, screen) }))
    .filter(({ screen, group }) => {
      const text = `${group} ${screen.title} ${screen.path} ${initialsOf(screen.title)}`.toLowerCase()
      return words.every(word => text.includes(word))
    })
    .map(({ screen, group }) => ({ key: screen.name, title: screen.title, note: group, to: screen.path }))
  return { label: '页面', entries }
}

function groupTitle({ groupByName }: ScreenIndex, { group }: Screen): string {
  return group === undefined ? '' : (groupByName.get(group)?.title ?? '')
}

/** Records that were found, as far as these codes open their pages. */
export function recordsFor(
  screens: ScreenIndex,
  held: ReadonlySet<string>,
  groups: readonly SearchGroup[],
): readonly EntryGroup[] {
  const opens = (to: string) =>
    destinationOf(screens, new URL(to, location.origin).pathname, held).kind === 'screen'
  return groups
    .map(({ kind, label, rows, more }) => ({
      label,
      entries: [
        ...rows.map(({ id, ...row }) => ({ key: `${kind}-${id}`, ...row })),
        ...(more === null ? [] : [{ key: `${kind}-more`, title: `更多${label}`, note: '', to: more }]),
      ].filter(({ to }) => opens(to)),
    }))
    .filter(({ entries }) => entries.length > 0)
}
