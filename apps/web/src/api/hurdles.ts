import { commonErrors } from '@drivesim/contract/errors'
import { readingErrors } from '@drivesim/contract/readingErrors'
import { factorErrors } from '@drivesim/contract/trust/factorErrors'
import { CallError } from './callError.ts'

/** What stands between a call and its answer until the person at the screen does something: proves anew who they are, or says why. */
export type Hurdle = 'proof' | 'reading'

const hurdles: ReadonlyMap<number, Hurdle> = new Map([
  [factorErrors.proofNeeded.code, 'proof'],
  [readingErrors.readingNeedsReason.code, 'reading'],
])

type Ask = (hurdle: Hurdle) => Promise<void>
let ask: Ask | null = null
const asking = new Map<Hurdle, Promise<void>>()

/** The shell says here how a person is asked. Returns the way to stop. */
export function onHurdle(askPerson: Ask): () => void {
  ask = askPerson
  return () => {
    if (ask === askPerson) ask = null
  }
}

/** What a call was refused for, where somebody is there to be asked; null: nothing of the kind. */
export const hurdleOf = (code: number): Hurdle | null => (ask === null ? null : (hurdles.get(code) ?? null))

/** Asks once for all calls that wait for it. @throws CallError, silent, where the person would rather not */
export async function overcome(hurdle: Hurdle): Promise<void> {
  const asked = asking.get(hurdle) ?? (ask === null ? cancelled() : ask(hurdle))
  asking.set(hurdle, asked)
  try {
    await asked
  } finally {
    asking.delete(hurdle)
  }
}

/** What the calls fail with that waited. */
export function cancelled(): Promise<never> {
  return Promise.reject(new CallError('已取消', { code: commonErrors.silent.code }))
}

let hear: (() => void) | null = null

/** The shell hears here that a call was refused until its person has a second step of signing in. Returns the way to stop. */
export function onFactorMissing(told: () => void): () => void {
  hear = told
  return () => {
    if (hear === told) hear = null
  }
}

/** Tells it, where a call was refused for that. */
export function tellFactorMissing(code: number): void {
  if (code === factorErrors.factorMissing.code) hear?.()
}
