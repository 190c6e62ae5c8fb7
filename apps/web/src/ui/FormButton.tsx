import { App } from 'antd'
import { type ComponentProps, useRef } from 'react'
import { ActButton } from './ActButton.tsx'
import { Button } from './speed/Button.tsx'
import { useAddressParam } from './useAddressParam.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'type' | 'icon' | 'children'> {
  /** Its name in the address (`?act=add`); null while it is not known yet whether it may be pressed: the address waits. */
  act: string | null
  /** Why it cannot be done now. */
  reason?: string | null | undefined
  onPress: () => void
}

/** A button that opens a form. The quick entries of 首页 and Ctrl-K press it by its name in the address. */
export function FormButton({ act, reason, onPress, ...button }: Props) {
  const { message } = App.useApp()
  const self = useRef<HTMLButtonElement>(null)
  const obey = () => {
    if (reason) return void message.warning(reason)
    // As if it were pressed: closed, the form gives the focus back to it.
    self.current?.focus({ preventScroll: true })
    onPress()
  }
  useAddressParam('act', obey, act)
  if (reason) return <ActButton {...button} reason={reason} />
  return <Button {...button} ref={self} onClick={onPress} />
}
