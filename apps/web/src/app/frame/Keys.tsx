import { memo, useEffect, useEffectEvent } from 'react'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { toggleHelp } from '../../ui/help/help.ts'
import { isComposing } from '../../ui/isComposing.ts'
import { isTaken } from '../../ui/keyTarget.ts'
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import { useScreens } from '../screens/screenIndex.ts'
import { tabAt } from '../tabs/address.ts'
import { useTabs } from '../tabs/tabs.ts'
import { useTabActions } from '../tabs/useTabActions.ts'
import { texts } from '../texts.ts'
import { firstFilter, hideKeys, newButton, showKeys, useKeysState } from './keys.ts'

const KeysHelp = lazyPart(() => import('./KeysHelp.tsx'))

/** The keys of the shell, and 快捷键, which says which of them do something on the page at hand. */
export const Keys = memo(function Keys() {
  useKeys()
  const help = useKeysState(({ help }) => help)
  return (
    <DraggableModal open={help} onCancel={hideKeys} footer={null} title={texts.keys} destroyOnHidden>
      <LazyPart>
        <KeysHelp />
      </LazyPart>
    </DraggableModal>
  )
})

function useKeys(): void {
  const step = useTabStep()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'F1' && !event.defaultPrevented) {
      event.preventDefault()
      return toggleHelp()
    }
    if (useKeysState.getState().off || event.defaultPrevented || isComposing(event)) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
    const act = actOf(event.key, step)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** What a key does now; nothing where the page has nothing of the kind. */
function actOf(key: string, step: (by: -1 | 1) => void): (() => void) | undefined {
  if (key === '?') return showKeys
  if (key === '[') return () => step(-1)
  if (key === ']') return () => step(1)
  if (key === '/') return pressOn(firstFilter(), filter => filter.focus())
  if (key === 'n') return pressOn(newButton(), button => button.click())
  return undefined
}

const pressOn = (target: HTMLElement | undefined, act: (target: HTMLElement) => void) =>
  target && (() => act(target))

/** To the tab beside the one on the screen; beyond the last comes the first. */
function useTabStep(): (by: -1 | 1) => void {
  const screens = useScreens()
  const { open } = useTabActions()
  return by => {
    const { tabs } = useTabs.getState()
    // Where the window is going, not what it shows: a key pressed twice is two steps, however long a page takes.
    const here = tabAt(screens, window.location)?.key
    const at = tabs.findIndex(({ key }) => key === here)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next !== undefined && next.key !== here) open(next)
  }
}
