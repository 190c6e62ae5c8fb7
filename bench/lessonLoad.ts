// A process of its own: simulators on which lessons begin and end at a steady rate, one after the other.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type SimulatorClient, simulatorClient } from '@drivesim/fleet/simulatorClient'
import { newStatistics } from '@drivesim/fleet/statistics'

const tickMs = 10
const connectingAtOnce = 50

const [url = '', count, changesPerSecond] = process.argv.slice(2)

class Seat {
  readonly #simulator: SimulatorClient
  #lesson: { sessionId: string; startedAt: string } | undefined

  constructor(simulator: SimulatorClient) {
    this.#simulator = simulator
  }

  change(): void {
    const who = { studentId: 1, moduleId: 1 }
    if (this.#lesson === undefined) {
      this.#lesson = { sessionId: randomUUID(), startedAt: new Date().toISOString() }
      this.#simulator.startSession({ ...who, sessionId: this.#lesson.sessionId })
      return
    }
    const { sessionId, startedAt } = this.#lesson
    this.#lesson = undefined
    const result = { effectiveSeconds: 1, score: 80, passed: true, errors: [] }
    this.#simulator.endSession({ ...who, ...result, sessionId, startedAt })
  }
}

const statistics = newStatistics()
const seats: Seat[] = []
for (let n = 0; n < Number(count); n += 1) {
  const sn = `LOAD-${n}`
  const simulator = simulatorClient({ url, sn, key: sn, protocolVersion: 4, statistics })
  simulator.start()
  seats.push(new Seat(simulator))
  while (seats.length - statistics.connected >= connectingAtOnce) await wait(tickMs)
}
while (statistics.connected < seats.length) await wait(tickMs)
// From now on half of them are in a lesson at any time, each with its clock.
for (const seat of seats.filter((_, n) => n % 2 === 0)) seat.change()
process.on('disconnect', () => process.exit())
process.send?.('connected')

const began = performance.now()
for (let changed = 0; ; await wait(tickMs)) {
  const due = ((performance.now() - began) / 1000) * Number(changesPerSecond)
  for (; changed < due; changed += 1) seats[changed % seats.length]?.change()
}
