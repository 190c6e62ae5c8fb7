import { error } from './errors.ts'

/**
 * Rows with people's names and phones that somebody may have read on a day (Shanghai), in lists and files together: told to the
 * administrators, not without a reason, and at most.
 */
export const mostReadings = { told: 20_000, withoutReason: 50_000, atMost: 500_000 } as const

/** Refusals of reading too much, in the range of the operation log: −108yy. */
export const readingErrors = {
  readingNeedsReason: error(
    -10803,
    `您今天已查看超过 ${mostReadings.withoutReason.toLocaleString('en')} 条个人信息，请说明原因后继续；系统管理员已收到通知`,
  ),
  tooManyReadings: error(
    -10804,
    `您今天已查看 ${mostReadings.atMost.toLocaleString('en')} 条个人信息，已达上限，请明天再查看`,
  ),
} as const
