import { Button, type ButtonProps } from 'antd'
import { useAsked } from './useAsked.ts'

interface Props extends Pick<ButtonProps, 'type' | 'icon' | 'children'> {
  /** Its name in the address. */
  act: string
  onPress: () => void
}

/** A button that opens a form. An address with `?act=` presses it: the quick entries of 首页 lead there. */
export function FormButton({ act, onPress, ...button }: Props) {
  useAsked('act', onPress, act)
  return <Button {...button} onClick={onPress} />
}
