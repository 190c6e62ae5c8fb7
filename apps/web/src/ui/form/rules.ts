import { describeIssue } from '@drivesim/contract/issues'
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

/** Fields that read differently; missing, null and empty are the same nothing. */
export function differences(mine: Values, latest: Values): string[] {
  return Object.keys(mine).filter(
    name => name in latest && String(mine[name] ?? '') !== String(latest[name] ?? ''),
  )
}
