import { create } from 'zustand'
import { dropStored, keepStored, readStored } from '../../api/stored.ts'
import { isShown } from '../../ui/isShown.ts'

const offKey = 'keysOff'

interface KeysState {
  readonly help: boolean
  /** Of this browser: who types with a screen reader or by voice has single letters pressed by accident. */
  readonly off: boolean
}

export const useKeysState = create<KeysState>(() => ({
  help: false,
  off: readStored(offKey) === '1',
}))

export const showKeys = () => useKeysState.setState({ help: true })
export const hideKeys = () => useKeysState.setState({ help: false })

export function setKeysOff(off: boolean): void {
  if (off) keepStored(offKey, '1')
  else dropStored(offKey)
  useKeysState.setState({ off })
}

/** The page on the screen. Pages of other tabs are in the document too, but not displayed. */
function shownPage(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-pane]')].find(isShown)
}

const within = (selector: string) => shownPage()?.querySelector<HTMLElement>(selector) ?? undefined

export const firstFilter = () => within('[data-filters] input')
export const newButton = () => within('[data-acts] .ant-btn-primary:not(:disabled)')
export const recordSteps = () => within('[data-steps]')

/** Where somebody with a keyboard wants to be: at the rows of a list, else at the page. */
export function enterPage(): void {
  const target = within('[data-rows]') ?? shownPage()
  target?.focus({ preventScroll: true })
}

/** The same for who was led to a page; a form that it opened at once has the focus already. */
export function enterLedPage(): void {
  const dialog = document.activeElement?.closest('[role="dialog"]')
  if (!dialog || !isShown(dialog)) enterPage()
}

/** The same for a page that has just come: who pressed a key as soon as it stood may be in it already. */
export function enterNewPage(): void {
  if (!shownPage()?.contains(document.activeElement)) enterLedPage()
}
