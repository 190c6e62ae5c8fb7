import type { ChecklistItem } from '@drivesim/contract/operations/inspections/checklists'

type Answer = { readonly value: number | string | null } | undefined

/** What was found at an item, in words. */
export function answerWords({ kind, min, max }: ChecklistItem, answer: Answer): string {
  const value = answer?.value ?? null
  if (value === null || value === '') return '未填'
  if (kind === 'passFail') return value === 'pass' ? '通过' : '不通过'
  if (kind !== 'number' || typeof value !== 'number') return String(value)
  const outside = (min !== null && value < min) || (max !== null && value > max)
  return outside ? `${value}（超出 ${boundWords(min, max)}）` : String(value)
}

/** The bounds of a number: `30–50`, `不小于 30`. */
export function boundWords(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${min}–${max}`
  if (min !== null) return `不小于 ${min}`
  return max === null ? '' : `不大于 ${max}`
}
