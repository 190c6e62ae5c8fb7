import { Dropdown, type MenuProps } from 'antd'
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick'> {
  /** Called while it is open, or was. */
  menu: () => MenuProps
  placement?: 'bottomLeft' | 'bottomRight'
}

/**
 * A button whose menu is made when it is first pressed (decision 0052). The component library's sets state in the commit that
 * mounts it, and what that commit leaves for after the frame is done before it.
 */
export function MenuButton({ menu, placement = 'bottomLeft', ...button }: Props) {
  const [asked, setAsked] = useState(false)
  if (asked) return <AskedMenu {...button} menu={menu} placement={placement} />
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setAsked(true)}
    />
  )
}

/** Takes the place of the button that asked for it, open, and its focus. */
function AskedMenu({ menu, placement, ...button }: Required<Pick<Props, 'placement'>> & Props) {
  const [open, setOpen] = useState(true)
  const self = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => self.current?.focus(), [])
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={setOpen} menu={menu()} placement={placement}>
      <button {...button} ref={self} type="button" aria-haspopup="menu" aria-expanded={open} />
    </Dropdown>
  )
}
