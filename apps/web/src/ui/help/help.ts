import { create } from 'zustand'

/** A place in the manual. */
export interface HelpPlace {
  readonly slug: string
  readonly anchor?: string | undefined
}

interface HelpState {
  readonly open: boolean
  /** What was asked for; null: the article of the page at hand. */
  readonly place: HelpPlace | null
}

export const useHelp = create<HelpState>(() => ({ open: false, place: null }))

/** Opens the manual at a place, or at the page's own article. */
export function showHelp(place: HelpPlace | null = null): void {
  useHelp.setState({ open: true, place })
}

export const hideHelp = () => useHelp.setState({ open: false, place: null })
export const toggleHelp = () => (useHelp.getState().open ? hideHelp() : showHelp())
