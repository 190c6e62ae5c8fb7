import type { FastifyBaseLogger } from 'fastify'
import type { LiveId, LivePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Reader, Readers } from './readers.live.ts'
import { type Turns, takeTurns } from './turns.live.ts'

/** Feeds the readers with a part that has members for ids: their own row, when it changes and when their stream opens. */
export interface MemberFeed {
  readonly turns: Turns
  begin(reader: Reader): Promise<void>
}

export function memberFeed(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  part: LivePart,
  readers: Readers,
): MemberFeed {
  async function give(some: readonly Reader[]): Promise<void> {
    const seeing = some.filter(reader => reader.parts.has(part))
    if (seeing.length === 0) return
    const rows = await part.read(db, [...new Set(seeing.map(({ person }) => person.id))])
    const byMember = new Map(rows.map(row => [row.memberId, row]))
    for (const { person, stream } of seeing) {
      const row = byMember.get(person.id)
      if (row !== undefined) stream.send(part.event, `${part.event} ${row.key}`, row.data)
    }
  }

  const turns = takeTurns(log, ({ ids, all }) => give(namedReaders(readers, ids.get(part.event), all)))
  return { turns, begin: reader => turns.run(() => give([reader])) }
}

/** The readers of the members that a word named. */
export function namedReaders(
  readers: Readers,
  members: ReadonlySet<LiveId> | undefined,
  all: boolean,
): readonly Reader[] {
  return readers.all.filter(({ person }) => all || members?.has(person.id))
}
