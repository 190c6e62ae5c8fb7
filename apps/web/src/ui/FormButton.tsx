import { Button, type ButtonProps } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

interface Props extends Pick<ButtonProps, 'type' | 'icon' | 'children'> {
  /** Its name in the address. */
  act: string
  onPress: () => void
}

/** A button that opens a form. An address with `?act=` presses it, once: the quick entries of 首页 lead there. */
export function FormButton({ act, onPress, ...button }: Props) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('act') === act
  const obey = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete('act')
    setSearch(rest, { replace: true })
    onPress()
  })
  useEffect(() => {
    if (asked) obey()
  }, [asked])
  return <Button {...button} onClick={onPress} />
}
