import { z } from 'zod'
import { daysBetween } from './businessDay.ts'

/** An id on the wire: a positive whole number; digits in a string are taken too, since a query carries nothing else. */
export const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().positive()),
])

/** A filter: missing, null, an empty string and an empty list all mean "no filter, everything in my scope". */
export function filter<S extends z.ZodType>(schema: S) {
  const nothing = z.union([z.literal(''), z.null(), z.tuple([])]).transform(() => undefined)
  return z.union([nothing, schema]).optional()
}

/** A required text of one line, trimmed. */
export const text = (most: number) => z.string().trim().min(1).max(most)

/** A text that may be missing; missing and empty come out as null. */
export const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform(value => value || null)

/** A mainland mobile number: 11 digits, 1 then 3-9 (spec §5). */
export const mobilePhone = z.string().regex(/^1[3-9]\d{9}$/, '手机号格式不正确')

/** Where an uploaded picture is served: 192 random bits as its name. */
export const picturePath = z.string().regex(/^\/files\/[\w-]{32}\.webp$/, '请重新上传图片')

/** A business day `YYYY-MM-DD` (Asia/Shanghai) that exists in the calendar. */
export const businessDay = z.iso.date()

/** The longest range of days a call answers for, both ends included. */
export const longestRangeDays = 400

/** What is wrong with a range of business days, as a sentence, or null. */
export function rangeProblem(from: string, to: string, longest = longestRangeDays): string | null {
  const days = daysBetween(from, to) + 1
  if (days < 1) return '结束日期不能早于开始日期'
  if (days > longest) return `日期范围最长 ${longest} 天，请缩短后重试`
  return null
}

/** Refuses such a range; for `superRefine`. The issue is the end date's. A range that is open at an end is never refused. */
export function checkRange(
  from: string | undefined,
  to: string | undefined,
  context: z.RefinementCtx,
  longest = longestRangeDays,
): void {
  if (from === undefined || to === undefined) return
  const message = rangeProblem(from, to, longest)
  if (message !== null) context.addIssue({ code: 'custom', message, path: ['endDate'] })
}

/** The row's version as it was read; optional, and refused when stale. */
export const version = z.int().positive().optional()

/** Unit-less instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true })

/** One choice of a select box. */
export const option = z.object({ value: z.union([z.int(), z.string()]), label: z.string() })
export type Option = z.output<typeof option>

/** `queryTypes` of the queryCon calls: a list, or one name alone. */
export function queryTypes<const T extends readonly [string, ...string[]]>(names: T) {
  return z.union([z.array(z.enum(names)).max(20), z.enum(names).transform(name => [name])])
}
