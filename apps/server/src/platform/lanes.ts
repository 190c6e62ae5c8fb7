/**
 * Does `act` to each of the items, `lanes` of them at once: while the database is at one, the program is at another. All lanes
 * have ended before the first failure is thrown; what comes behind a failure in its lane is left to the others.
 */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await act(item)
  }
  for (const ended of await Promise.allSettled(Array.from({ length: lanes }, lane))) {
    if (ended.status === 'rejected') throw ended.reason
  }
}
