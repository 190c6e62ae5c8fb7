import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './Search.module.css'

/** What was typed into Ctrl-K, and where. */
export interface Typing {
  readonly input: RefObject<HTMLInputElement | null>
  readonly typed: string
  readonly onTyped: (typed: string) => void
}

/** The field of Ctrl-K. It is there with the dialog, before the code that searches: one such field takes over from another. */
export function SearchField({ typing, ...more }: { typing: Typing } & ComponentProps<'input'>) {
  const { input, typed, onTyped } = typing
  const end = useRef(typed.length)
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(end.current, end.current)
  }, [input])
  return (
    <input
      aria-expanded={false}
      {...more}
      ref={input}
      className={styles.input}
      role="combobox"
      aria-label="页面或记录"
      placeholder="页面、姓名、首字母、手机号、设备编号、单号"
      value={typed}
      onChange={event => onTyped(event.target.value)}
    />
  )
}
