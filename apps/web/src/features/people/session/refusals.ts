import { factorErrors } from '@drivesim/contract/trust/factorErrors'
import { CallError, isSilent } from '../../../api/callError.ts'

/** Whether the password was right, and a second step is asked for. */
export const isSecondStep = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === factorErrors.secondStepNeeded.code

const beginAgain = [factorErrors.challengeOver.code, factorErrors.resetInvalid.code]

/** Whether what was begun is over, and one begins again with the password. */
export const isOver = (error: unknown): boolean =>
  error instanceof CallError && beginAgain.includes(error.code)

/** What the page says of a sign-in that failed; null: nothing. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof CallError) return isSilent(error) ? null : error.message
  console.error('sign-in failed', error)
  return '页面没有加载完整，请刷新后重试'
}
