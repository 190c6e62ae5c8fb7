import { dayMilliseconds } from '@drivesim/contract/businessDay'
import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { addFacts } from '../../board/figures/service.ts'
import { chargeMinutes, lockMinutes } from '../../money/orders/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { allowFor, type Clocks, clockStep, type HeardBefore } from './clock.rules.ts'
import { factsOfSessions } from './facts.rules.ts'
import { fillHeard } from './heard.queries.ts'
import { sayHearing } from './hearing.queries.ts'
import { linkChanges, sayLinks } from './links.service.ts'
import { lockSimulators, type Simulator, writeSimulators } from './present.queries.ts'
import { changeFact, clearSession } from './present.rules.ts'
import { ensureMonths, forgetSessionIds } from './queries.ts'
import { rollUp } from './sessions.queries.ts'
import {
  closeSessions,
  databaseClock,
  expiredCommands,
  heardSimulators,
  purge,
  silentSimulators,
  unfinishedSessions,
} from './tasks.queries.ts'
import type { Timings } from './timings.rules.ts'
import { forgetWatched } from './watches.queries.ts'

export const deviceTasks = namedTasks('telemetry', {
  sweepOffline: {
    everyMs: 1_000,
    runsIn: 'oneProcess',
    does: 'Says of simulators that were silent for too long that they are offline, from that moment on',
    dies: '500 a transaction, judged again under their locks; the next run finds the others',
  },
  watchCommands: {
    everyMs: 500,
    runsIn: 'oneProcess',
    does: 'Tells the streams of commands that ran out of time',
    dies: 'the next process tells what ran out in the last minute; hearing it twice does no harm',
  },
  closeSessions: {
    everyMs: 1_000,
    runsIn: 'oneProcess',
    does: 'Closes sessions whose link was lost, or after the longest time, and counts their minutes',
    dies: 'session, minutes and figures are one transaction, judged again under the simulator’s lock; an end that comes later corrects it',
  },
  sayHearing: {
    everyMs: 5_000,
    runsIn: 'eachProcess',
    does: 'Notes that this process hears the devices',
    dies: 'without a note for 30 s nobody is called offline',
  },
  keepMonths: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Makes the partitions of the months to come; drops the indexes of session ids that nothing asks for any more; removes old device events, ends of faults, and idempotency keys after 2 days',
    dies: 'each statement is whole or nothing',
  },
})
/** A process whose turn has come tells of the commands since then: the one before may have died. */
const lookBackMs = 60_000
/** Simulators in one transaction, so that a whole fleet going silent does not hold up its messages. */
const mostAtOnce = 500

/** Starts what has to happen by itself. */
export function startTasks(services: Services, timings: Timings): { stop(): Promise<void> } {
  const { db, devices } = services
  return taskGroup([
    repeatTask(deviceTasks.sweepOffline, services, offlineSweep(services, timings)),
    repeatTask(deviceTasks.watchCommands, services, commandWatch(services)),
    repeatTask(deviceTasks.closeSessions, services, () => closeUnfinished(services, timings)),
    repeatTask(deviceTasks.sayHearing, services, async () => {
      if (devices.hears()) await sayHearing(db)
    }),
    repeatTask(deviceTasks.keepMonths, services, async () => {
      const now = Date.now()
      await ensureMonths(db, new Date(now), new Date(now + 31 * dayMilliseconds))
      await forgetSessionIds(db)
      await purge(db)
      await forgetWatched(db)
    }),
  ])
}

/** Silent for too long is offline, from that moment on. @param steadyClock in milliseconds; nobody sets it */
export function offlineSweep(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  { offlineAfterMs }: Timings,
  steadyClock = () => performance.now(),
): () => Promise<void> {
  let before: Clocks | null = null
  let allowed: HeardBefore[] = []
  let allowedUntil = 0
  return async () => {
    const now = { wall: await databaseClock(db), steady: steadyClock() }
    const by = before === null ? 0 : clockStep(before, now)
    if (before !== null && by !== 0) {
      log.warn({ milliseconds: by }, 'the clock of the database was set')
      allowed = allowFor(allowed, await heardSimulators(db), { by, before, now })
      allowedUntil = now.steady + 2 * offlineAfterMs
    }
    before = now
    await fillHeard(db)
    const silent = await silentSimulators(db, offlineAfterMs, allowed)
    for (let from = 0; from < silent.length; from += mostAtOnce) {
      const ids = silent.slice(from, from + mostAtOnce)
      await db.transaction().execute(async trx => {
        const { simulators } = await lockSimulators(trx, { ids })
        // Some may have reported while we waited for the lock.
        const still = new Set(await silentSimulators(trx, offlineAfterMs, allowed, ids))
        const gone = [...simulators.values()].filter(({ present }) => still.has(present.simulatorId))
        for (const { present } of gone) {
          changeFact(present, 'link', 'offline', (present.lastSeenAt ?? 0) + offlineAfterMs)
          present.sharedSince = null
        }
        const links = linkChanges(gone)
        await writeSimulators(trx, gone)
        await sayLive(bus, trx, { simulator: gone.map(({ present }) => present.simulatorId) })
        await sayLinks(trx, links)
      })
    }
    // Only after the sweep: if the database was away so long, this is the first sweep that could see who is silent.
    if (now.steady > allowedUntil) allowed = []
  }
}

/** Tells the streams that a command ran out of time. */
function commandWatch({ db, bus }: Services): () => Promise<void> {
  let seen: number | null = null
  return async () => {
    seen ??= (await databaseClock(db)) - lookBackMs
    const expired = await expiredCommands(db, seen)
    if (expired.length === 0) return
    await sayLive(bus, db, { command: expired.map(({ id }) => id) })
    seen = Math.max(...expired.map(({ expiredAt }) => expiredAt.getTime()))
  }
}

/** A session without an end is closed when its link was lost, or after the longest time; an end that arrives later corrects it. */
async function closeUnfinished({ db, bus }: Services, timings: Timings): Promise<void> {
  const found = await unfinishedSessions(db, timings)
  if (found.length === 0) return
  const ids = [...new Set(found.map(({ simulatorId }) => simulatorId))]
  await db.transaction().execute(async trx => {
    const { simulators } = await lockSimulators(trx, { ids })
    const unfinished = await unfinishedSessions(trx, timings, ids)
    await lockMinutes(
      trx,
      unfinished.flatMap(({ studentId }) => studentId ?? []),
    )
    const closed = await closeSessions(trx, unfinished)
    const records = unfinished.map(({ recordId }) => recordId)
    await rollUp(trx, records, 1)
    const charged = await chargeMinutes(trx, records)
    const byId = new Map([...simulators.values()].map(one => [one.present.simulatorId, one]))
    const changed = new Set<Simulator>()
    for (const { simulatorId, sessionId, endedAt } of unfinished) {
      const simulator = byId.get(simulatorId)
      if (simulator === undefined || simulator.present.sessionId !== sessionId) continue
      const { present } = simulator
      clearSession(present)
      // With the link lost nobody trains; while it holds, the device's reports say.
      if (present.link.value === 'offline') changeFact(present, 'activity', 'idle', endedAt.getTime())
      changed.add(simulator)
    }
    await writeSimulators(trx, [...changed])
    await addFacts({ bus }, trx, factsOfSessions(closed))
    await sayLive(bus, trx, {
      simulator: [...changed].map(({ present }) => present.simulatorId),
      order: charged.map(id => `course:${id}`),
    })
    await sayEvent(trx, 'session.finished', records)
  })
}
