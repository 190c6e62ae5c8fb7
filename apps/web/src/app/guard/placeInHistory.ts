/** The page that was left in this window: its number among this site's pages, and how many the window knew. */
interface Left {
  idx: number
  length: number
}

const key = 'placeInHistory'

/**
 * A page that is loaded anew goes on counting where the one before it in this window stopped. The router begins at 0 with each
 * load, so that 返回上一页 did not know of pages before it; of browsers only some tell (the Navigation API).
 */
export function keepPlaceInHistory(): void {
  const left = readLeft()
  // More pages than one since then are another site's.
  const follows = left !== null && history.length > 1 && history.length <= left.length + 1
  if (follows && placeInHistory() === null) history.replaceState({ ...history.state, idx: left.idx + 1 }, '')
  window.addEventListener('pagehide', () => {
    const idx = placeInHistory()
    if (idx !== null) keepLeft({ idx, length: history.length })
  })
}

/** How many pages of this site lie before this one in the window; null where nobody has counted. */
export function placeInHistory(): number | null {
  const state: unknown = history.state
  const idx: unknown = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null
  return typeof idx === 'number' ? idx : null
}

// Where nothing may be kept, each load begins anew.
function readLeft(): Left | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keepLeft(left: Left): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(left))
  } catch {
    // As above.
  }
}
