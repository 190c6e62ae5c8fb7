import { startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const starts = 3

/** `npm start` with nothing changed, on a database that is filled: until it answers that it is ready. */
export async function benchStart(dataDir: string): Promise<Figure[]> {
  const seconds: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const server = await startServer(dataDir)
    seconds.push(server.secondsToReady)
    await server.stop()
  }
  const slowest = percentile(seconds, 1)
  return [
    {
      what: `npm start with nothing changed, slowest of ${starts}: until ready`,
      value: `${slowest.toFixed(1)} s`,
      bound: '< 5 s',
      passed: slowest < 5,
    },
  ]
}
