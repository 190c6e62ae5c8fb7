import { type Figure, percentile } from './table.ts'

const warmUps = 10
const rounds = 60
/** What is slow is asked less often. */
const mostMs = 8_000

/** What it is, within how many milliseconds 95 of a hundred answers are wanted, and how it is asked the n-th time. */
export type Asked = readonly [what: string, bound: number, ask: (n: number) => Promise<unknown>]

/** Asks one call after the other, each many times. */
export async function inTime(asked: readonly Asked[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, bound, ask] of asked) {
    const took: number[] = []
    const until = performance.now() + mostMs
    for (let n = 0; n < warmUps + rounds && (took.length === 0 || performance.now() < until); n += 1) {
      const began = performance.now()
      await ask(n)
      if (n >= warmUps || performance.now() > until) took.push(performance.now() - began)
    }
    const p95 = percentile(took, 0.95)
    figures.push({
      what: `${what}: p95`,
      value: `${p95.toFixed(0)} ms (p50 ${percentile(took, 0.5).toFixed(0)})`,
      bound: `< ${bound} ms`,
      passed: p95 < bound,
    })
  }
  return figures
}
