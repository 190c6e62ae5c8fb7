import { describeIssue } from '@drivesim/contract/issues'
import { plainPicture } from '@drivesim/contract/pictures'
import { hashKey } from '@tanstack/react-query'
import type { z } from 'zod'

/** What is wrong with one field of a form by the contract's schema, as a sentence, or null. */
export function problemOf(schema: z.ZodType, values: unknown, name: string): string | null {
  const result = schema.safeParse(values, { reportInput: true })
  if (result.success) return null
  const issues = result.error.issues.filter(issue => issue.path[0] === name)
  return issues.length === 0 ? null : describeIssue(schema, issues)
}

/** Whether the schema refuses a form without this field, so that its label is marked. */
export function isRequired(schema: z.ZodType, name: string): boolean {
  return problemOf(schema, {}, name) !== null
}

export type Values = Readonly<Record<string, unknown>>

/** What of a form is not as it began, and the version that it began with. */
export function changesOf(values: Values, initial: Values): Values {
  const changed = Object.entries(values).filter(([name, value]) => content(value) !== content(initial[name]))
  return { ...Object.fromEntries(changed), ...('version' in values && { version: values.version }) }
}

/** Fields that read differently; missing, null and empty are the same nothing. */
export function differences(mine: Values, latest: Values): string[] {
  return Object.keys(mine).filter(name => name in latest && content(mine[name]) !== content(latest[name]))
}

/** What is in a value, however deep: two values with the same content read the same, as a picture does whenever it was signed. */
function content(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return ''
  return typeof value === 'object' && value !== null ? hashKey([value]) : plainPicture(String(value ?? ''))
}

/** A form's value in words, unless the form has its own words for it; empty for nothing. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value !== 'object') return String(value)
  return Object.values(value).map(inWords).filter(Boolean).join('、')
}
