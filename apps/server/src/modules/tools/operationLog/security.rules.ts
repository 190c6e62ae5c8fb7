import { labelAt, maskPhonesIn, wordAt } from '@drivesim/contract'
import type { z } from 'zod'

const longest = 500

/** What a list was narrowed to, in the words of its filters; undefined where it was not. */
export function filtersInWords(schema: z.ZodType | undefined, given: unknown): string | undefined {
  if (schema === undefined || typeof given !== 'object' || given === null) return undefined
  const filters = Object.entries(given)
    // Which columns a file has narrows no list.
    .filter(([name, value]) => name !== 'columns' && value !== undefined && value !== '' && value !== null)
    .map(([name, value]) => {
      const word = typeof value === 'string' ? wordAt(schema, [name], value) : wordOf(value)
      return `${labelAt(schema, [name]) ?? name}：${word ?? String(value)}`
    })
  return filters.length === 0 ? undefined : maskPhonesIn(filters.join('，')).slice(0, longest)
}

const wordOf = (value: unknown) => (typeof value === 'boolean' ? (value ? '是' : '否') : undefined)

/** What came and went of something, such as codes or roles: `角色增加 前台、教务，去掉 财务`; empty where nothing did. */
export function changesInWords(
  what: string,
  { came, gone }: { came: readonly string[]; gone: readonly string[] },
): string {
  const parts = [
    ...(came.length > 0 ? [`增加 ${came.join('、')}`] : []),
    ...(gone.length > 0 ? [`去掉 ${gone.join('、')}`] : []),
  ]
  return parts.length === 0 ? '' : `${what}${parts.join('，')}`
}
