import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, text } from '../fields.ts'
import { label } from '../labels.ts'

/** A record as Ctrl-K shows it. */
export const searchRow = z.object({
  id,
  /** What it is called. */
  title: z.string(),
  /** What tells it from others of its name: number, school; phones masked. */
  note: z.string(),
  /** Address of its page, or of the list that has it alone. */
  to: z.string(),
})

const searchGroup = z.object({
  /** Stable name of the kind of record, such as `student`. */
  kind: z.string(),
  /** What the records are called. */
  label: z.string(),
  rows: z.array(searchRow),
  /** Address of the list with all that was found; null where `rows` has them all. */
  more: z.string().nullable(),
})
export type SearchGroup = z.output<typeof searchGroup>

/** How many records of one kind are shown. */
export const mostOfAKind = 5

/** Ctrl-K over records. A POST, so that names and phones stay out of addresses and access logs; it only reads. */
export const search = {
  records: endpoint({
    title: '搜索记录',
    method: 'POST',
    path: '/search',
    access: 'signedIn',
    perMinute: 240,
    largestBody: 1024,
    searches: 'text',
    input: z.object({
      /** Letters are initials or serial numbers, digits phones, letters with digits numbers of orders; else names. */
      text: label(
        '搜索内容',
        text(50).refine(
          typed => typed.length > 1 || /\p{Script=Han}/u.test(typed),
          '请至少输入 1 个汉字，或 2 个其他字符',
        ),
      ),
    }),
    reply: z.object({
      groups: z.array(searchGroup),
      /** What the kinds are called that could not be searched in time. */
      partial: z.array(z.string()),
    }),
  }),
}
