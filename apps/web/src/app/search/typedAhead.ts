/** What was typed for a field that is not there yet, and where its caret would be. */
export interface TypedAhead {
  readonly text: string
  readonly caret: number
}

export const nothingTyped: TypedAhead = { text: '', caret: 0 }

/** What a key does to it, as in the field; other keys do nothing. */
export function press(ahead: TypedAhead, key: string): TypedAhead {
  const { text, caret } = ahead
  const put = (before: string, after: string) => ({ text: before + after, caret: before.length })
  const move = (to: number) => ({ text, caret: Math.min(Math.max(to, 0), text.length) })
  if (key.length === 1) return put(text.slice(0, caret) + key, text.slice(caret))
  if (key === 'Backspace') return put(text.slice(0, Math.max(caret - 1, 0)), text.slice(caret))
  if (key === 'Delete') return put(text.slice(0, caret), text.slice(caret + 1))
  if (key === 'ArrowLeft') return move(caret - 1)
  if (key === 'ArrowRight') return move(caret + 1)
  if (key === 'Home') return move(0)
  return key === 'End' ? move(text.length) : ahead
}
