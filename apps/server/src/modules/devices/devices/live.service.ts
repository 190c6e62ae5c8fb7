import type { AccessCode, LiveEvents, LiveSimulator } from '@drivesim/contract'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { LiveLeaving, LivePart, LiveRow } from '../../../platform/parts.ts'
import { idsGoneFromScope, liveSimulators, placesOfSimulators, readCommands } from './live.queries.ts'

export { liveSimulators } from './live.queries.ts'

/** Who may see a simulator anywhere. */
const codes: readonly AccessCode[] = ['device', 'device:simulator', 'device:running', 'device:teachData']

const toRow = (data: LiveSimulator): LiveRow<LiveSimulator> => ({
  key: data.simulatorId,
  organId: data.organId,
  data,
})

const leaving: LiveLeaving<LiveEvents['simulatorGone']> = {
  event: 'simulatorGone',
  data: key => ({ simulatorId: Number(key) }),
  places: placesOfSimulators,
  missed: idsGoneFromScope,
}

/** Simulators as the live view shows them. */
export const simulatorLive: LivePart<LiveEvents['simulator']> = {
  event: 'simulator',
  codes,
  leaving,
  async read(db, ids) {
    return (await liveSimulators(db, systemScope, { ids: ids.map(Number) })).map(toRow)
  },
  async missed(db, scope, position) {
    return (await liveSimulators(db, scope, { changedSince: position })).map(toRow)
  },
}

/** Commands as they are given, answered, or run out of time. */
export const commandLive: LivePart<LiveEvents['command']> = {
  event: 'command',
  codes,
  read: (db, ids) => readCommands(db, systemScope, ids.map(String)),
  // The recent ones, whatever the position: a command is over within minutes.
  missed: (db, scope) => readCommands(db, scope, 'recent'),
}
