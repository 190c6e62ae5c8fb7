/** What access tokens are signed with. Times in epoch milliseconds. */
export interface SigningKey {
  /** As tokens name it in their header. */
  readonly kid: string
  readonly secret: Uint8Array
  /** From then on tokens are signed with it. */
  readonly beginsAt: number
  /** Until then tokens of it are good; Infinity while no other key follows. */
  readonly endsAt: number
}

/** A key as the database has it; its end follows from the beginning of the next. */
export type StoredKey = Omit<SigningKey, 'endsAt'>

/** The keys that this process knows. */
export interface SigningKeys {
  /** What is signed with now. */
  current(now?: number): SigningKey
  /** What is asked for by a token; where it is not known, the keys are read again, at most once in five seconds. */
  find(kid: string): Promise<SigningKey | undefined>
  /** Reads them again. */
  refresh(): Promise<void>
}

/** The key that follows from the installation's secret: all tokens had it before there were others. */
export const firstKid = '0'

/** An access token's ten minutes, what processes need to hear of a key, and clocks that differ. Milliseconds. */
const verifiesOnMs = 20 * 60_000
/** Whoever sends tokens of keys that do not exist costs a statement in so many milliseconds. */
const readEveryMs = 5000

/**
 * @param secret the installation's, of the first key
 * @param read the keys in the database, the oldest first
 */
export async function openSigningKeys(
  secret: string,
  read: () => Promise<readonly StoredKey[]>,
): Promise<SigningKeys> {
  const first: StoredKey = { kid: firstKid, secret: new TextEncoder().encode(secret), beginsAt: 0 }
  let known: readonly SigningKey[] = []
  let reading: Promise<void> | null = null
  let lastAsked = Number.NEGATIVE_INFINITY
  const refresh = () => {
    reading ??= readAll().finally(() => {
      reading = null
    })
    return reading
  }
  await refresh()
  return {
    current(now = Date.now()) {
      const key = known.findLast(({ beginsAt }) => beginsAt <= now)
      if (key === undefined) throw new Error('no key signs tokens')
      return key
    },
    async find(kid) {
      const is = (key: SigningKey) => key.kid === kid
      const found = known.find(is)
      if (found !== undefined || !/^[1-9]\d{0,9}$/.test(kid)) return found
      if (performance.now() - lastAsked < readEveryMs) await reading
      else await askAnew()
      return known.find(is)
    },
    refresh,
  }

  function askAnew(): Promise<void> {
    lastAsked = performance.now()
    return refresh()
  }

  async function readAll(): Promise<void> {
    const all = [first, ...(await read())]
    const stored = all.map((key, index) => {
      const next = all[index + 1]
      return { ...key, endsAt: next === undefined ? Number.POSITIVE_INFINITY : next.beginsAt + verifiesOnMs }
    })
    known = [...goneOf(stored), ...stored]
  }

  /** Keys that are no longer there, such as after a failover to a database that was behind: nobody is signed out by that. */
  function goneOf(stored: readonly SigningKey[]): SigningKey[] {
    const now = Date.now()
    return known
      .filter(({ kid }) => !stored.some(key => key.kid === kid))
      .map(key => ({ ...key, endsAt: Math.min(key.endsAt, now + verifiesOnMs) }))
      .filter(({ endsAt }) => endsAt > now - verifiesOnMs)
  }
}
