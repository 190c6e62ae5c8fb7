let known: boolean | undefined

/**
 * Whether this browser lets a box scroll across alone, so that the head in it sticks to the page that scrolls down
 * (`overflow: auto clip`; decision 0024). Where it does not, the table scrolls both ways in a box of its own.
 */
export function scrollsAcrossAlone(): boolean {
  known ??= detect()
  return known
}

function detect(): boolean {
  const box = document.createElement('div')
  box.style.overflow = 'auto clip'
  document.body.append(box)
  const alone = getComputedStyle(box).overflowY === 'clip'
  box.remove()
  return alone
}
