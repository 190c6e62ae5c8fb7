import type { DataOf } from '@drivesim/contract/endpoint'
import type { pins } from '@drivesim/contract/tools/pins'
import type { SearchGroup } from '@drivesim/contract/tools/search'
import { actsOf, destinationOf, mayOpen } from '../guard/route.ts'
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
export function pagesFor(screens: ScreenIndex, heldCodes: ReadonlySet<string>, typed: string): EntryGroup {
  const entries = screens.list
    .filter(
      screen =>
        screen.identifies === undefined &&
        screen.trial === undefined &&
        !screen.path.includes(':') &&
        mayOpen(screens, screen, heldCodes),
    )
    .map(screen => ({ screen, group: groupTitle(screens, screen) }))
    .filter(({ screen, group }) => matches(typed, group, screen.title, screen.path))
    .map(({ screen, group }) => ({ key: screen.name, title: screen.title, note: group, to: screen.path }))
  return { label: '页面', entries }
}

/** What the person keeps at hand, as far as these codes open it: pages in their order, then records. */
export function pinnedFor(
  screens: ScreenIndex,
  heldCodes: ReadonlySet<string>,
  pinned: DataOf<typeof pins.mine>,
): EntryGroup {
  const opens = (to: string) =>
    destinationOf(screens, new URL(to, location.origin).pathname, heldCodes).kind === 'screen'
  const pages = pinned.screens.flatMap(name => {
    const screen = screens.byName.get(name)
    return screen !== undefined && mayOpen(screens, screen, heldCodes) ? [screen] : []
  })
  return {
    label: '收藏和置顶',
    entries: [
      ...pages.map(screen => ({
        key: `pinned-${screen.name}`,
        title: screen.title,
        note: groupTitle(screens, screen),
        to: screen.path,
      })),
      ...pinned.records
        .filter(({ to }) => opens(to))
        .map(({ kind, label, id, title, note, to }) => ({
          key: `pinned-${kind}-${id}`,
          title,
          note: note === '' ? label : `${label} · ${note}`,
          to,
        })),
    ],
  }
}

/** The acts that these codes allow, found by words or initials; none before something is typed. */
export function actsFor(screens: ScreenIndex, heldCodes: ReadonlySet<string>, typed: string): EntryGroup {
  const entries = (typed === '' ? [] : actsOf(screens, heldCodes))
    .filter(({ title }) => matches(typed, title))
    .map(({ title, screen, to }) => ({ key: `act-${to}`, title, note: screen.title, to }))
  return { label: '操作', entries }
}

/** Whether each word that was typed is part of the texts or of their initials. */
function matches(typed: string, ...texts: readonly string[]): boolean {
  const text = texts
    .flatMap(part => [part, initialsOf(part)])
    .join(' ')
    .toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

/** A page's group, or the page that it is opened from. */
function groupTitle({ groupByName, byName }: ScreenIndex, { group, under }: Screen): string {
  const above = groupByName.get(group ?? '') ?? byName.get(under ?? '')
  return above?.title ?? ''
}

/** Records that were found, as far as these codes open their pages. */
export function recordsFor(
  screens: ScreenIndex,
  heldCodes: ReadonlySet<string>,
  groups: readonly SearchGroup[],
): readonly EntryGroup[] {
  const opens = (to: string) =>
    destinationOf(screens, new URL(to, location.origin).pathname, heldCodes).kind === 'screen'
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
