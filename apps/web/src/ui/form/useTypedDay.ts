import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { showApiError } from '../../api/callError.ts'
import { today } from './today.ts'

interface Typed {
  readonly value: string | null
  readonly read: (text: string, today: string) => string | null
  /** Whether the picker reads it itself. */
  readonly isWhole: (text: string) => boolean
  readonly isAllowed: (value: string) => boolean
  readonly onChange: ((value: string | null) => void) | undefined
  readonly onBlur?: (() => void) | undefined
}

/**
 * What a picker of days does with what was typed once it is left, or Enter is pressed: what was deleted is none, the forms that may
 * become others while they are typed are taken, and what is none is said; the picker shows its value again.
 */
export function useTypedDay({ value, read, isWhole, isAllowed, onChange, onBlur }: Typed) {
  // Drawn anew, the picker forgets what it could not read.
  const [drawn, draw] = useState({ key: 0, autoFocus: false })
  const take = (target: EventTarget, stays: boolean) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : (value ?? '')
    if (typed === (value ?? '')) return
    if (typed === '') return onChange?.(null)
    const meant = read(typed, today())
    if (meant === null || !isAllowed(meant) || !isWhole(typed)) draw({ key: drawn.key + 1, autoFocus: stays })
    if (meant === null) showApiError(`“${typed}”不是一个日期，没有改动，请按 2026-01-05 的样子填写`)
    else if (!isAllowed(meant)) showApiError(`${meant} 不在可选的范围内，没有改动`)
    else if (meant !== value) onChange?.(meant)
  }
  return {
    ...drawn,
    onBlur(event: FocusEvent<HTMLElement>) {
      take(event.target, false)
      onBlur?.()
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Enter') take(event.target, true)
    },
  }
}
