import type { Person } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { namedReaders } from './members.live.ts'
import { type Readers, send } from './readers.live.ts'
import { type Turns, takeTurns } from './turns.live.ts'

/** Ends a stream when its session is not what it was when the stream opened. */
export function watchRights({ authentication, log }: Services, readers: Readers): Turns {
  return takeTurns(log, async ({ ids, all }) => {
    const some = namedReaders(readers, ids.get('sessionChanged'), all)
    if (some.length === 0) return
    const people = await authentication.findPeople([...new Set(some.map(({ person }) => person.sessionId))])
    for (const reader of some) {
      const now = people.get(reader.person.sessionId)
      if (now !== undefined && !differs(now, reader.person)) continue
      send(reader, 'sessionChanged', {})
      readers.end(reader)
    }
  })
}

function differs(one: Person, other: Person): boolean {
  const fingerprint = ({ name, account, codes, scope }: Person) =>
    JSON.stringify([name, account, [...codes].sort(), scope.organisations?.toSorted((a, b) => a - b) ?? null])
  return fingerprint(one) !== fingerprint(other)
}
