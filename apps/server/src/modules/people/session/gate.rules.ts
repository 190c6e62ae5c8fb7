/** Tries of one account from one place that are free; then it waits. A browser the account is known to gets more. */
const freeTries = { stranger: 5, known: 10 } as const
/** Strangers' failures of one account from anywhere in an hour, and of any accounts from one address in a quarter of one. */
const calm = { account: 100, address: 60 } as const

const firstDelay = 30
const longestDelay = 900
/** What others did must not keep somebody out for long who comes for the first time. */
const longestDelayForOthers = 300

/** What counts when somebody tries to sign in. */
export interface TryCounts {
  readonly asking: 'known' | 'stranger'
  /** Of this account from this place, this one included. */
  readonly own: number
  /** Of strangers at this account; 0 where a known browser asks. */
  readonly ofAccount: number
  /** Of strangers at this address; 0 where a known browser asks. */
  readonly ofAddress: number
}

/** Seconds to the next try from the same place; doubling from half a minute. */
export function delayAfter({ asking, own, ...others }: TryCounts): number {
  return Math.max(growing(own - freeTries[asking], longestDelay), delayOfFirst(others))
}

/** Seconds that somebody waits who comes for the first time: only strangers, and only under attack. */
export function delayOfFirst({ ofAccount, ofAddress }: Pick<TryCounts, 'ofAccount' | 'ofAddress'>): number {
  return Math.max(
    growing(Math.floor(ofAccount / calm.account) - 1, longestDelayForOthers),
    growing(Math.floor(ofAddress / calm.address) - 1, longestDelayForOthers),
  )
}

const growing = (step: number, longest: number) =>
  step < 0 ? 0 : Math.min(longest, firstDelay * 2 ** Math.min(step, 10))
