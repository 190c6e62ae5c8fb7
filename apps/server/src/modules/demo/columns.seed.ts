import type { Column } from './queries.ts'

// The columns that the demo's rows are mostly made of.

export const text = (values: readonly (string | null | undefined)[]): Column => ({ type: 'text', values })
export const ids = (values: readonly (number | null | undefined)[]): Column => ({ type: 'bigint', values })

/** Moments in milliseconds. */
export const instants = (values: readonly (number | null)[]): Column => ({
  type: 'timestamptz',
  values: values.map(value => (value === null ? null : iso(value))),
})

export const iso = (instant: number): string => new Date(instant).toISOString()
