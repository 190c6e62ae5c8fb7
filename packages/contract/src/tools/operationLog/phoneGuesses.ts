import { error } from '../../errors.ts'

/**
 * Whole phone numbers that were looked for and not found: of one mask (first three and last four digits) whoever asks, and of
 * one person. Each number counts once; it is forgotten after a day. A number that is found counts for nothing.
 */
export const mostPhoneGuesses = { ofMaskADay: 20, ofPersonAnHour: 120, ofPersonADay: 600 } as const

/** Refusals about looking for phones, in the range of the operation log: −108yy. */
export const phoneGuessErrors = {
  tooManyPhoneGuesses: error(
    -10802,
    (time: string) =>
      `查找过太多不存在的手机号，请在 ${time} 之后再用整个手机号查找或登记，现在可以用后四位查找；系统管理员已收到通知`,
  ),
} as const
