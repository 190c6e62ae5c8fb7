/** What a page keeps for itself, as long as it stands. */
const own = new Map<string, string>()

/**
 * What this browser keeps from visit to visit. Where it may not (by its settings, or a policy) or has no room, the page
 * keeps it for itself: nothing that anybody does fails for it.
 */
export function readStored(key: string): string | null {
  const kept = own.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @returns whether it outlasts the page */
export function keepStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    own.delete(key)
    return true
  } catch {
    own.set(key, value)
    return false
  }
}

export function dropStored(key: string): void {
  own.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is kept where nothing may be.
  }
}

export function storedKeys(): string[] {
  try {
    return [...new Set([...own.keys(), ...Object.keys(localStorage)])]
  } catch {
    return [...own.keys()]
  }
}
