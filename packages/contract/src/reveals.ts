import { z } from 'zod'
import { error } from './errors.ts'
import { text } from './fields.ts'
import { label } from './labels.ts'

/** Whether a reason says nothing: what is too short, or one character again and again. */
function isNoReason(reason: string): boolean {
  const written = reason.replace(/\s/g, '')
  return written.length < 4 || /^(.)\1*$/u.test(written)
}

/** Why somebody looks at another's phone or papers: for whoever reads the security log. */
export const revealReason = label(
  '查看原因',
  text(200).refine(reason => !isNoReason(reason), '请写明查看原因，至少 4 个字，如“通知考试时间”'),
)

/** How many reveals somebody has in an hour. */
export const mostRevealsAnHour = 30

/** Refusals about reveals, in the range of the operation log: −108yy. */
export const revealErrors = {
  tooManyReveals: error(
    -10801,
    (most: number, clock: string) =>
      `一小时内最多查看 ${most} 次个人信息，请在 ${clock} 之后再查看；系统管理员已收到通知`,
  ),
} as const

/** What the calls have in common that answer one person's phone in full, once, for a reason. */
export const revealCall = {
  method: 'POST',
  reply: z.object({ phone: z.string().nullable() }),
  secret: ['phone'],
} as const
