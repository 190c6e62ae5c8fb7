import { Dropdown, type MenuProps } from 'antd'
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick'> {
  /** Makes the menu; called from the first press on. */
  menu: () => MenuProps
  placement?: 'bottomLeft' | 'bottomRight'
}

/**
 * A button whose menu is made when it is first pressed (decision 0052). The component library's menu sets state as it mounts,
 * which makes React run all effects of that commit before the frame (decision 0064).
 */
export function MenuButton({ menu, placement = 'bottomLeft', ...button }: Props) {
  const [pressed, setPressed] = useState(false)
  if (pressed) return <OpenedMenu {...button} menu={menu} placement={placement} />
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
    />
  )
}

/** Replaces the button that was pressed: the menu is open, and the new button has the focus. */
function OpenedMenu({ menu, placement, ...button }: Required<Pick<Props, 'placement'>> & Props) {
  const [open, setOpen] = useState(true)
  const self = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => self.current?.focus(), [])
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={setOpen} menu={menu()} placement={placement}>
      <button {...button} ref={self} type="button" aria-haspopup="menu" aria-expanded={open} />
    </Dropdown>
  )
}
