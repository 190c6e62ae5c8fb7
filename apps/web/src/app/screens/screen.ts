import type { AccessCode } from '@drivesim/contract/access'
import type { ComponentType } from 'react'
import type { LazyPage } from './lazyPage.ts'

/** Outline icons of the menu. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

/** Something that people come to a page to do; Ctrl-K finds it. */
interface Act {
  readonly title: string
  /** Where it begins, as the query of the page's address: `act=add` presses that `FormButton`. */
  readonly search: string
  /** Any one of these codes, besides the page's own. */
  readonly access: readonly AccessCode[]
  /** It is also a quick entry of 首页. */
  readonly quick?: true
}

/** One page, as data: router, menu, breadcrumb, tabs, guard, page title and search all come from it. */
export interface Screen {
  /** Whole path, as the spec spells it; `:id` marks a parameter. */
  readonly path: string
  /** Route name. */
  readonly name: string
  readonly title: string
  readonly icon?: Icon
  /** Name of its group; the group's access is needed too. */
  readonly group?: string
  /** Any one of these codes; nothing = open to every signed-in person. */
  readonly access?: readonly AccessCode[]
  /** Not in the menu. */
  readonly hidden?: true
  /** The list a hidden page came from: its menu entry stays highlighted. */
  readonly under?: string
  /** Query keys that say *which thing* the page shows: another value is another tab. */
  readonly identifies?: readonly string[]
  readonly acts?: readonly Act[]
  /** The tab is called by the record alone, once its name is known. */
  readonly recordAlone?: true
  /** For trying things out: reached by its address, and not found by Ctrl-K. */
  readonly trial?: true
  /** Shows people by name and phone: account and minute of who looks stand over it. */
  readonly personal?: true
  readonly page: LazyPage | ComponentType
}

/** A group of the menu; its own path leads to its first permitted page. */
export interface ScreenGroup {
  readonly path: string
  readonly name: string
  readonly title: string
  readonly icon: Icon
  readonly access?: readonly AccessCode[]
  readonly hidden?: true
}

/** An entry that opens another site in a new window; its name is the marker `isTurnByHref_` and the URL. */
export interface ExternalEntry {
  readonly name: `isTurnByHref_${string}`
  readonly title: string
  readonly icon: Icon
  readonly access?: readonly AccessCode[]
}
