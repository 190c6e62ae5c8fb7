import { networkOf } from '../auth/networks.ts'

/** Failures of one network, and of all together, within a minute; what comes after them is judged from memory. */
const calm = { network: 20, all: 300 } as const
const windowMs = 60_000
/** What is remembered of the keys is at most so old. */
export const rememberedMs = 5_000

/** What the throttle asks; both may take as long as a database does. */
export interface Judges {
  /** Whether the key is the device's, as of now. */
  authenticate(name: string, key: string): Promise<boolean>
  /** A judge of what the keys are now, who needs nobody afterwards. */
  recall(): Promise<(name: string, key: string) => boolean>
}

/**
 * Lets devices sign in. Where many failed, a key is looked at in memory first: a wrong one costs next to nothing, and
 * however many there are, the keys are read once in five seconds. No network and no device is ever closed: the right key
 * gets in, a new one after five seconds at the latest.
 */
export function signIns({ authenticate, recall }: Judges, freshMs: number) {
  let begun = 0
  let failures = 0
  const ofNetwork = new Map<string, number>()
  let recalled: { at: number; judge: ReturnType<Judges['recall']> } | null = null

  return async (
    address: string,
    name: string,
    key: string,
  ): Promise<'accepted' | 'refused' | 'throttled'> => {
    const network = networkOf(address)
    if (isSuspicious(network) && !(await remembered())(name, key)) return 'throttled'
    if (await authenticate(name, key)) return 'accepted'
    failures += 1
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
    return 'refused'
  }

  function isSuspicious(network: string): boolean {
    const now = performance.now()
    if (now - begun > windowMs) {
      begun = now
      failures = 0
      ofNetwork.clear()
    }
    return failures >= calm.all || (ofNetwork.get(network) ?? 0) >= calm.network
  }

  function remembered(): ReturnType<Judges['recall']> {
    const now = performance.now()
    if (recalled === null || now - recalled.at > freshMs) {
      const fresh = { at: now, judge: recall() }
      recalled = fresh
      fresh.judge.catch(() => {
        if (recalled === fresh) recalled = null
      })
    }
    return recalled.judge
  }
}
