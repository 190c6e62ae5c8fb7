import { Dropdown, type MenuProps } from 'antd'
import { type ComponentProps, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick' | 'onKeyDown'> {
  /** Makes the menu; called from the first press on. */
  menu: () => MenuProps
  placement?: 'bottomLeft' | 'bottomRight'
}

/** By what a menu was opened: keys lead on into it, a pointer finds it by itself. */
type Way = 'keys' | 'pointer'
const wayOf = ({ detail }: React.MouseEvent): Way => (detail === 0 ? 'keys' : 'pointer')

/**
 * A button that makes its menu when it is first pressed (decision 0052). The component library's menu sets state as it mounts.
 * So React runs all effects of that commit before the frame (decision 0064).
 */
export function MenuButton({ menu, placement = 'bottomLeft', ...button }: Props) {
  const [pressed, press] = useState<Way | null>(null)
  if (pressed !== null) return <OpenedMenu {...button} menu={menu} placement={placement} first={pressed} />
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={event => press(wayOf(event))}
      onKeyDown={event => onArrow(event, () => press('keys'))}
    />
  )
}

/** Frames until a menu that was opened stands, at most. */
const mostFrames = 60

/** Moves the focus into a menu that the keyboard opened, to its first entry that can have it. `popup` is the class of the menu. */
function useEntered(popup: string, entered: boolean): void {
  useEffect(() => {
    if (!entered) return
    let frames = 0
    let frame = 0
    const enter = () => {
      const entry = document.querySelector<HTMLElement>(`.${popup} [role=menuitem]:not([aria-disabled=true])`)
      entry?.focus({ preventScroll: true })
      frames += 1
      const isIn = entry !== null && entry === document.activeElement
      if (!isIn && frames < mostFrames) frame = requestAnimationFrame(enter)
    }
    frame = requestAnimationFrame(enter)
    return () => cancelAnimationFrame(frame)
  }, [popup, entered])
}

/**
 * For every menu: Enter chooses an entry and does no more. Unheard, the same press would go on to what the entry opened, and
 * a question that it asks would be answered, by its 取消, before anybody saw it.
 */
export const chooseOnly: NonNullable<MenuProps['onKeyDown']> = event => {
  if (event.key === 'Enter') event.preventDefault()
}

/** Down opens a menu, as Enter and the space bar do. */
function onArrow(event: React.KeyboardEvent, open: () => void): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  open()
}

interface OpenedProps extends Props {
  placement: NonNullable<Props['placement']>
  first: Way
}

/** Replaces the button that was pressed: the menu is open, and the new button has the focus until the menu takes it. */
function OpenedMenu({ menu, placement, first, ...button }: OpenedProps) {
  const [open, setOpen] = useState(true)
  const [way, setWay] = useState(first)
  const self = useRef<HTMLButtonElement>(null)
  const popup = `menu-of-${useId()}`
  useLayoutEffect(() => self.current?.focus(), [])
  useEntered(popup, open && way === 'keys')
  const change = (next: boolean) => {
    setOpen(next)
    // What had the focus in it is gone with it.
    if (!next && document.activeElement?.closest(`.${popup}`)) self.current?.focus()
  }
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={change}
      menu={{ ...menu(), onKeyDown: chooseOnly }}
      rootClassName={popup}
      placement={placement}
    >
      <button
        {...button}
        ref={self}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={event => setWay(wayOf(event))}
        onKeyDown={event =>
          onArrow(event, () => {
            setWay('keys')
            setOpen(true)
          })
        }
      />
    </Dropdown>
  )
}
