import { Tour } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useHeldCodes } from '../../api/me.ts'
import { useNarrow } from '../../ui/useNarrow.ts'
import { menuOf } from '../frame/menu.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { texts } from '../texts.ts'
import { tourSteps } from './tourSteps.ts'
import './guide.css'

/** Shows somebody around. Escape closes it, Enter and the arrows go on; then the focus is where it was. */
export function ShellTour({ onOver }: { onOver: () => void }) {
  const screens = useScreens()
  const heldCodes = useHeldCodes()
  const narrow = useNarrow()
  const menu = useMemo(() => menuOf(screens, heldCodes), [screens, heldCodes])
  // As the page stands when it begins.
  const [steps] = useState(() => tourSteps(menu, narrow))
  const [current, setCurrent] = useState(0)
  useFocusBack()
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (steps.length === 0) over()
  }, [steps])
  return (
    <Tour
      open={steps.length > 0}
      current={current}
      onChange={setCurrent}
      onClose={onOver}
      onPopupAlign={enter}
      scrollIntoViewOptions={{ block: 'nearest' }}
      closable={{ 'aria-label': '关闭引导' }}
      indicatorsRender={(at, total) => (
        <span className="ui-tour-steps">
          {at + 1} / {total}
        </span>
      )}
      steps={steps.map(({ element, title, text }, at) => ({
        target: element,
        title,
        placement: placementOf(at, steps.length, narrow),
        description: <span aria-live="polite">{text}</span>,
        prevButtonProps: { children: '上一步' },
        nextButtonProps: { children: at === steps.length - 1 ? '完成' : '下一步' },
      }))}
    />
  )
}

/** Beside the menu, and never at the window's very edge. */
function placementOf(at: number, total: number, narrow: boolean) {
  if (narrow) return 'bottom'
  if (at === 0) return 'rightTop'
  return at === total - 1 ? 'bottomRight' : 'bottom'
}

/** The component library gives the bubble neither a role nor the focus. */
function enter(bubble: HTMLElement): void {
  bubble.setAttribute('role', 'dialog')
  bubble.setAttribute('aria-label', texts.tour)
  if (!bubble.contains(document.activeElement))
    bubble.querySelector<HTMLElement>('.ant-tour-next-btn')?.focus({ preventScroll: true })
}

function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
}
