import { randomOf } from './random.ts'
import type { SimulatorClient } from './simulatorClient.ts'

const fault = { code: 'E103', text: '头显连接线松动' }

/**
 * Lets a simulator report the same fault again and again, and lose its link now and then: what a loose cable does, so that
 * one can watch work orders recover and come back.
 * @param second how many milliseconds: less for who does not want to wait for the next fault
 * @returns the function that stops it; the fault is cleared
 */
export function startRepeatingFault(
  simulator: SimulatorClient,
  sn: string,
  seed: number,
  second = 1000,
): () => void {
  const random = randomOf(seed, 'flap', sn)
  let timer: NodeJS.Timeout
  const later = (from: number, to: number, act: () => void) => {
    timer = setTimeout(act, random.between(from, to) * second)
  }
  const raise = () => {
    simulator.raiseFault(fault.code, fault.text)
    if (random.chance(0.3)) simulator.cut(random.between(5, 15) * second)
    later(8, 25, clear)
  }
  const clear = () => {
    simulator.clearFault(fault.code, fault.text)
    later(15, 45, raise)
  }
  later(5, 20, raise)
  return () => {
    clearTimeout(timer)
    simulator.clearFault(fault.code, fault.text)
  }
}
