/** How the menu is shown, and what opens and folds it. */
export interface MenuChoice {
  /** Below 768 px the menu is a drawer. */
  readonly narrow: boolean
  readonly collapsed: boolean
  readonly drawerOpen: boolean
  readonly toggle: () => void
  readonly closeDrawer: () => void
}
