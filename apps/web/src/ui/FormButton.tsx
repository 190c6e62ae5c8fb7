import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { useAsked } from './useAsked.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'type' | 'icon' | 'children'> {
  /** Its name in the address. */
  act: string
  onPress: () => void
}

/** A button that opens a form. An address with `?act=` presses it: the quick entries of 首页 lead there. */
export function FormButton({ act, onPress, ...button }: Props) {
  useAsked('act', onPress, act)
  return <Button {...button} onClick={onPress} />
}
