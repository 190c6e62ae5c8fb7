import { createHash } from 'node:crypto'

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
  let state = hash(key.join('|'))

  // mulberry32: small, fast, and good enough for a model of a day
  const word = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => at(items, int(0, items.length - 1))

  return {
    next,
    int,
    pick,
    between: (low, high) => low + next() * (high - low),
    chance: probability => next() < probability,
    normal(mean, deviation, low, high) {
      const around = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.min(high, Math.max(low, mean + deviation * around))
    },
    poisson(mean) {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
    weighted(items, weight) {
      const total = items.reduce((sum, item) => sum + weight(item), 0)
      let rest = next() * total
      for (const item of items) {
        rest -= weight(item)
        if (rest < 0) return item
      }
      return at(items, items.length - 1)
    },
    shuffle(items) {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = int(0, last)
        const kept = at(mixed, last)
        mixed[last] = at(mixed, other)
        mixed[other] = kept
      }
      return mixed
    },
  }
}

/** The UUID of a key. Of the whole key's hash, since a random source of 32 bits would repeat itself among thousands. */
export function uuidOf(...key: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(key.join('|')).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function at<T>(items: readonly T[], index: number): T {
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
