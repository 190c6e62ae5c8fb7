import { useEffect, useRef } from 'react'
import { afterFrame } from '../../ui/afterFrame.ts'
import { keepInView } from '../../ui/scroll.ts'

/**
 * The menu's mark is to be seen wherever its page stands in a long menu: when the page is opened by its address too.
 * @param current the page that is marked
 * @param collapsed its group's icon stands for it
 */
export function useMarkInView(current: string | undefined, collapsed: boolean) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = menu.current
    const page = box?.querySelector(`[data-name="${current}"]`)
    const mark = (collapsed && page?.closest('[data-group]')?.firstElementChild) || page
    if (!box || !mark) return
    let stop: (() => void) | undefined
    let left = false
    // To ask what moves is to have all styles of the page that is just being made.
    const callOff = afterFrame(() => {
      // Its group may be unfolding.
      const moving = box.getAnimations({ subtree: true }).map(({ finished }) => finished)
      void Promise.allSettled(moving).then(() => {
        if (!left) stop = keepInView(box, mark)
      })
    })
    return () => {
      left = true
      callOff()
      stop?.()
    }
  }, [current, collapsed])
  return menu
}
