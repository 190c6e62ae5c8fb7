import { type RefObject, useEffect } from 'react'
import { afterFrame } from '../../ui/afterFrame.ts'
import { hideHelp } from '../../ui/help/help.ts'

/** While it stands the page makes room for it; Escape within it closes it, and gives the focus back. */
export function useHelpFrame(aside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    const root = document.documentElement
    // Laying out the whole page anew takes a slow processor longer than the article, which is there first.
    const cancelRoom = afterFrame(() => {
      root.dataset.help = ''
    })
    const element = aside.current
    element?.querySelector<HTMLElement>('h2')?.focus()
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      hideHelp()
    }
    element?.addEventListener('keydown', leave)
    return () => {
      cancelRoom()
      delete root.dataset.help
      element?.removeEventListener('keydown', leave)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [aside])
}

/** The article alone goes on paper. */
export function printHelp(): void {
  const root = document.documentElement
  root.dataset.helpPrinted = ''
  window.addEventListener('afterprint', () => delete root.dataset.helpPrinted, { once: true })
  window.print()
}
