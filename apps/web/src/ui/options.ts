import type { ReactNode } from 'react'

/** The choices of a select box from the contract's words: `{ draft: '草稿' }`. */
export function optionsOf(words: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

/** What stands in a select box for a choice that is not among its options: an address, or a row, may name what is gone. */
export const labelOrGone =
  (loading: boolean) =>
  ({ label }: { label?: ReactNode }): ReactNode =>
    label ?? (loading ? '…' : '已删除或不存在')

interface LoadState {
  readonly isPending: boolean
  readonly error: Error | null
}

/**
 * What a select box says when it has no options: that they are loading, why they could not be loaded, or that there are none
 * (`该驾校还没有教室`).
 */
export function nothingToChoose({ isPending, error }: LoadState, none: string): string {
  return error?.message ?? (isPending ? '正在加载' : none)
}
