import type { Db } from '../../../platform/postgres/db.ts'
import { isTaken, sayEvent } from '../../open/events/service.ts'
import type { Present } from './present.rules.ts'

/** Which simulators go offline or come back with what is about to be written; asked before that, for what was is forgotten then. */
export interface LinkChanges {
  readonly offline: readonly number[]
  readonly recovered: readonly number[]
}
const none: LinkChanges = { offline: [], recovered: [] }

/** What changes of the links of simulators that are not disabled. Where nobody is told of it, nothing is looked at. */
export function linkChanges(presents: Iterable<{ readonly present: Present }>): LinkChanges {
  if (!isTaken('device.offline', 'device.recovered')) return none
  const changed = [...presents].flatMap(({ present }) =>
    // There and back within one batch is no change.
    present.enabled && present.transitions.filter(({ fact }) => fact === 'link').length % 2 === 1
      ? [present]
      : [],
  )
  const idsWith = (link: string) =>
    changed.filter(present => present.link.value === link).map(({ simulatorId }) => simulatorId)
  return { offline: idsWith('offline'), recovered: idsWith('online') }
}

/** Tells of it, last in the transaction. */
export async function sayLinks(db: Db, { offline, recovered }: LinkChanges): Promise<void> {
  await sayEvent(db, 'device.offline', offline)
  await sayEvent(db, 'device.recovered', recovered)
}
