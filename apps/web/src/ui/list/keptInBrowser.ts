import { dropStored, readStored } from '../../api/stored.ts'

/** What a browser kept of a list before the server did: read once, then gone. */
export interface KeptLook {
  dense: boolean | null
  hidden: readonly string[] | null
}

const keyOf = (list: string) => `list.${list}`

/** Takes what this browser kept of a list out of it; null where there is nothing that can be read. */
export function takeKept(list: string): KeptLook | null {
  const stored = readStored(keyOf(list))
  if (stored === null) return null
  dropStored(keyOf(list))
  return readKept(stored)
}

/** Reads what was kept; anything else is nothing. */
export function readKept(stored: string): KeptLook | null {
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return null
    const dense = 'dense' in value && typeof value.dense === 'boolean' ? value.dense : null
    const hidden =
      'hidden' in value && Array.isArray(value.hidden)
        ? value.hidden.filter(key => typeof key === 'string')
        : null
    return dense === null && hidden === null ? null : { dense, hidden }
  } catch {
    return null
  }
}
