import { type KeyboardEvent, useId } from 'react'
import { isComposing } from '../isComposing.ts'
import './pageJump.css'

interface Props {
  totalPages: number
  onTurn: (pageNum: number) => void
}

/** 跳至 □ 页: Enter goes there; beyond the last page comes the last. */
export function PageJump({ totalPages, onTurn }: Props) {
  const id = useId()
  const go = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    const input = event.currentTarget
    const page = Number(input.value.normalize('NFKC'))
    input.value = ''
    if (Number.isInteger(page) && page > 0) onTurn(Math.min(page, totalPages) - 1)
  }
  return (
    <span className="ui-page-jump ui-wide-only">
      <label htmlFor={id}>跳至</label>
      <input
        id={id}
        aria-label="跳至第几页"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        onKeyDown={go}
        onInput={({ currentTarget, nativeEvent }) => {
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
          // A Chinese keyboard may type wide digits.
          currentTarget.value = currentTarget.value.normalize('NFKC').replaceAll(/\D/g, '')
        }}
      />
      页
    </span>
  )
}
