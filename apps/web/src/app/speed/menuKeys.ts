import type { KeyboardEvent } from 'react'
import { isShown } from '../../ui/isShown.ts'

/** What a key does in the menu. */
interface Step {
  /** The group that is open from now on; undefined: none is. Left out: as it is. */
  readonly open?: string | undefined
  /** What has the focus then; asked once the group is as it will be. */
  readonly focus: () => HTMLElement | null | undefined
}

/** Up, down, Home and End go through what is to be seen; right opens a group and enters it, left leaves and closes it. */
export function stepOf(event: KeyboardEvent<HTMLElement>, collapsed: boolean): Step | null {
  const item = event.target
  if (!(item instanceof HTMLElement)) return null
  const menu = event.currentTarget
  const items = () => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')].filter(isShown)
  // What flies out is a menu of its own.
  const level = item.closest('[role="menu"]')
  const around = items().filter(item => !collapsed || item.closest('[role="menu"]') === level)
  const at = around.indexOf(item)
  const group = item.closest<HTMLElement>('[data-group]')
  const title = group?.querySelector<HTMLElement>('[aria-expanded]')
  const isOpen = title?.getAttribute('aria-expanded') === 'true'
  const goTo = (found: HTMLElement | undefined): Step => ({ focus: () => found })
  switch (event.key) {
    case 'ArrowDown':
      return goTo(around[(at + 1) % around.length])
    case 'ArrowUp':
      return goTo(around.at(at - 1))
    case 'Home':
      return goTo(around[0])
    case 'End':
      return goTo(around.at(-1))
    case 'ArrowRight':
    case 'Enter':
    case ' ': {
      if (item !== title || (event.key !== 'ArrowRight' && !collapsed)) return null
      const first = () => group?.querySelector<HTMLElement>('[role="menu"] > [role="menuitem"]')
      return { open: group?.dataset.group, focus: isOpen || collapsed ? first : () => title }
    }
    case 'Escape':
      return collapsed && isOpen ? { open: undefined, focus: () => title } : null
    case 'ArrowLeft':
      if (!isOpen) return null
      return item === title || collapsed ? { open: undefined, focus: () => title } : goTo(title ?? undefined)
    default:
      return null
  }
}
