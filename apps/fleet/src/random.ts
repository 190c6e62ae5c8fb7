import { hash as digest } from 'node:crypto'

/** A source of numbers that repeats itself exactly for the same key; never for secrets. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  chance(probability: number): boolean
  /** Normal, cut off at the bounds. */
  normal(mean: number, deviation: number, low: number, high: number): number
  poisson(mean: number): number
  pick<T>(items: readonly T[]): T
  /** One item with a probability in proportion to its weight. */
  weighted<T>(items: readonly T[], weight: (item: T) => number): T
  shuffle<T>(items: readonly T[]): T[]
}

/** The random source of a key: the parts name what is decided ("which day", "which device"). */
export function randomOf(...key: readonly (string | number)[]): Random {
  return new Mulberry(hash(key.join('|')))
}

/** mulberry32: small, fast, and good enough for a model of a day. A class, for the demo's history makes half a million. */
class Mulberry implements Random {
  #state: number

  constructor(state: number) {
    this.#state = state
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  normal(mean: number, deviation: number, low: number, high: number): number {
    const around = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return Math.min(high, Math.max(low, mean + deviation * around))
  }

  poisson(mean: number): number {
    const limit = Math.exp(-mean)
    let count = 0
    for (let product = this.next(); product > limit; product *= this.next()) count += 1
    return count
  }

  pick<T>(items: readonly T[]): T {
    return itemAt(items, this.int(0, items.length - 1))
  }

  weighted<T>(items: readonly T[], weight: (item: T) => number): T {
    const total = items.reduce((sum, item) => sum + weight(item), 0)
    let rest = this.next() * total
    for (const item of items) {
      rest -= weight(item)
      if (rest < 0) return item
    }
    return itemAt(items, items.length - 1)
  }

  shuffle<T>(items: readonly T[]): T[] {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = this.int(0, last)
      const kept = itemAt(mixed, last)
      mixed[last] = itemAt(mixed, other)
      mixed[other] = kept
    }
    return mixed
  }
}

/** The UUID of a key. Of the whole key's hash, since a random source of 32 bits would repeat itself among thousands. */
export function uuidOf(...key: readonly (string | number)[]): string {
  const hex = digest('sha256', key.join('|'))
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError('Nothing to choose from')
  return item
}

/** FNV-1a with a final mix, so that keys that differ in one digit start far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
