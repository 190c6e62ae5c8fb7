import type { PolicyForm } from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'

/** From when on people do nothing before they have a second step. */
export interface DueDates {
  readonly codesDueAt: Date
  readonly allDueAt: Date
}

/** Who is asked for the first time has the days of grace; who was asked before is not given more. @param now epoch milliseconds */
export function dueDates(
  before: DueDates & Pick<PolicyForm, 'secondStepFor'>,
  { secondStepFor, graceDays }: Pick<PolicyForm, 'secondStepFor' | 'graceDays'>,
  now: number,
): DueDates {
  const later = new Date(now + graceDays * dayMilliseconds)
  const asksCodes = before.secondStepFor === 'none' && secondStepFor !== 'none'
  const asksAll = before.secondStepFor !== 'all' && secondStepFor === 'all'
  return {
    codesDueAt: asksCodes ? later : before.codesDueAt,
    allDueAt: asksAll ? later : before.allDueAt,
  }
}
