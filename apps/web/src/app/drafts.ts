import { dayMilliseconds } from '@drivesim/contract/businessDay'
import { useCallback, useState } from 'react'
import { dropStored, keepStored, readStored, storedKeys } from '../api/stored.ts'

/** Days that a draft is kept. */
const keptDays = 7

interface Kept {
  readonly at: number
  readonly values: unknown
}

const prefixOf = (userId: number) => `draft:${userId}:`

function read(key: string): Kept | null {
  const stored = readStored(key)
  if (stored === null) return null
  const kept: unknown = JSON.parse(stored)
  if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('values' in kept)) return null
  const { at, values } = kept
  return typeof at === 'number' && Date.now() - at < keptDays * dayMilliseconds ? { at, values } : null
}

/** How many things this person has begun here and not sent yet; what is too old goes. */
export function countDrafts(userId: number): number {
  const keys = storedKeys().filter(key => key.startsWith(prefixOf(userId)))
  const stale = keys.filter(key => read(key) === null)
  for (const key of stale) dropStored(key)
  return keys.length - stale.length
}

interface Draft<T> {
  readonly values: T
  /** When it was kept in this browser last; null: nothing is kept. */
  readonly keptAt: number | null
  /** This browser has no room: what is typed lives as long as the page. */
  readonly failed: boolean
  readonly change: (change: (values: T) => T) => void
  /** It was sent. */
  readonly drop: () => void
}

/**
 * What a person fills in away from a desk: kept in this browser under their name for seven days, so that a page that is
 * closed, or a phone that is out, loses nothing.
 */
export function useDraft<T extends object>(userId: number, name: string, empty: T): Draft<T> {
  const key = `${prefixOf(userId)}${name}`
  const [state, setState] = useState(() => {
    const kept = read(key)
    return {
      values: { ...empty, ...(kept?.values as Partial<T> | undefined) },
      keptAt: kept?.at ?? null,
      failed: false,
    }
  })
  const change = useCallback(
    (by: (values: T) => T) =>
      setState(({ values: before }) => {
        const values = by(before)
        const at = Date.now()
        const outlasts = keepStored(key, JSON.stringify({ at, values } satisfies Kept))
        return { values, keptAt: outlasts ? at : null, failed: !outlasts }
      }),
    [key],
  )
  const drop = useCallback(() => dropStored(key), [key])
  return { ...state, change, drop }
}
