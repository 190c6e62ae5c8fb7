import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { sayOrders } from './live.service.ts'
import { closeUnpaid, finishExpired } from './minutes.queries.ts'

const unpaidEveryMs = 30_000
const expiredEveryMs = 600_000
/** Orders in one transaction, so that none holds up the devices' batch. */
const mostAtOnce = 200

/** Closes what nobody paid and ends what expired. Each may run in any number of processes at once. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const { log } = services
  const jobs = [
    every(unpaidEveryMs, log, () => closeLate(services)),
    every(expiredEveryMs, log, () => endExpired(services)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}

/** Course orders that wait for 30 minutes are closed. */
export const closeLate = (services: Services) => inTurns(services, db => closeUnpaid(db, mostAtOnce))

/** Paid orders end the day after their last. */
export const endExpired = (services: Services) => inTurns(services, db => finishExpired(db, mostAtOnce))

async function inTurns(services: Services, work: (db: Db) => Promise<number[]>): Promise<void> {
  for (;;) {
    const done = await services.db.transaction().execute(async db => {
      const ids = await work(db)
      await sayOrders(
        services,
        db,
        ids.map(id => `course:${id}` as const),
      )
      return ids.length
    })
    if (done < mostAtOnce) return
  }
}
