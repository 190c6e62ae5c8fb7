import { randomOf } from './random.ts'
import type { SimulatorClient } from './simulatorClient.ts'

/**
 * Lets the program of a simulator crash now and then, and its line drop. A lesson that is cut off so is never heard to end.
 * @param second how many milliseconds @returns the function that stops it
 */
export function startCrashes(
  simulator: SimulatorClient,
  sn: string,
  seed: number,
  second = 1000,
): () => void {
  const random = randomOf(seed, 'crash', sn)
  let timer: NodeJS.Timeout
  const later = () => {
    timer = setTimeout(() => {
      const milliseconds = random.between(2, 10) * second
      if (random.chance(0.5)) simulator.crash(milliseconds)
      else simulator.cut(milliseconds)
      later()
    }, random.between(20, 90) * second)
  }
  later()
  return () => clearTimeout(timer)
}
