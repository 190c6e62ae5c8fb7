import { createHmac } from 'node:crypto'

/** A key of 256 bits, and what it is called where it may not stand itself. */
export interface DataKey {
  /** Eight hexadecimal digits that follow from the key. */
  readonly id: string
  readonly bytes: Buffer
}

/** The data keys that this process can use. */
export interface DataKeys {
  /** What sealed texts are to be sealed with in the end; the one in use until then is in the database. */
  readonly newest: DataKey
  /** All there are, the newest first. */
  readonly all: readonly DataKey[]
  /** The key of an id; where it is not known, the keys are read again. */
  find(id: string): DataKey | undefined
  /** Reads them again: others may have changed them. */
  refresh(): void
}

export function dataKeyOf(bytes: Buffer): DataKey {
  return { id: createHmac('sha256', bytes).update('key id').digest('hex').slice(0, 8), bytes }
}

/** @param read the keys as they are now, the newest last; one at least */
export function makeDataKeys(read: () => readonly Buffer[]): DataKeys {
  let all = readAll()
  return {
    get newest() {
      const [newest] = all
      if (newest === undefined) throw new Error('no data key was given')
      return newest
    },
    get all() {
      return all
    },
    find(id) {
      const is = (key: DataKey) => key.id === id
      const found = all.find(is)
      if (found !== undefined) return found
      this.refresh()
      return all.find(is)
    },
    refresh() {
      all = readAll()
    },
  }

  function readAll(): readonly DataKey[] {
    return read().map(dataKeyOf).reverse()
  }
}
