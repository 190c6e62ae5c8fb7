import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'

/** Everything that comes in is cleaned: what is found are rows of before, which the migration left for somebody to decide. */
export const cleanTexts: Check = {
  title: '存下的名称和号码里没有看不见的字符、全角数字等，清理后不为空，也不与另一条相同',
  wrong: sql`select * from unclean_texts()`,
}
