/** Keys by which people go about a page; whoever only types, or closes a dialog by Esc, may do all else by a pointer. */
const going = /^(Tab|Arrow|Home$|End$|Page)/

/**
 * Says in the document what somebody goes about it by. A page, or a list's rows, that was given the focus because nothing
 * smaller had it has a ring for people who go on by keys; to all others it is a blue frame around everything.
 */
export function watchGoing(): void {
  const { dataset } = document.documentElement
  const byPointer = () => {
    dataset.goes = 'pointer'
  }
  const byKey = ({ key, target }: KeyboardEvent) => {
    const typing = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
    if (going.test(key) && (key === 'Tab' || !typing)) dataset.goes = 'keys'
  }
  addEventListener('pointerdown', byPointer, true)
  addEventListener('keydown', byKey, true)
}
