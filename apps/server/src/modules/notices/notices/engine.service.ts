import { accessCodes } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { judgedSilence } from '../../devices/telemetry/hearing.service.ts'
import { addMessages, type MessageText } from '../messages/service.ts'
import { addToOutbox, type OutboxChannel } from '../outbox/service.ts'
import { type DueReminder, lockProgress, nextDue, noteTold, setProgress } from './engine.queries.ts'
import { tellRobots } from './robots.service.ts'
import { subjectTexts } from './texts.service.ts'

/** Who holds any code of devices is told about devices. */
export const deviceCodes = accessCodes.filter(code => code === 'device' || code.startsWith('device:'))

/** What happened in the last seconds may still be on its way into the database. */
const settlingMs = 5_000
/** Reminders written in one statement. */
const mostAtOnce = 2_000

type Engine = Pick<Services, 'bus' | 'log' | 'parts' | 'config'>

/**
 * Looks once at what became due since the last look and writes the messages, all in one transaction with the note
 * of how far it looked: killed in between, nothing happened and the next look finds the same; two servers at once
 * take turns.
 * @param at the end of the look; missing: now, by the database's clock
 * @returns how many messages were written
 */
export async function remind(services: Engine & Pick<Services, 'db'>, at?: Date): Promise<number> {
  return services.db.transaction().execute(trx => look(services, trx, at))
}

/** The same within a transaction that is given. */
export async function look(services: Engine, db: Db, at?: Date): Promise<number> {
  const progress = await lockProgress(db)
  if (progress === undefined) return 0
  const { lookedUntil: from, now } = progress
  const until = at ?? new Date(now.getTime() - settlingMs)
  if (until <= from) return 0
  const silence = await judgedSilence(db, now.getTime())
  const moments = { from, until, deviceCodes, silence, most: mostAtOnce }
  let told = await tellRobots(services, db, moments)
  // After a long stop the same thing may have been due several times.
  for (;;) {
    const due = await nextDue(db, moments)
    if (due.length === 0) break
    told += await tell(services, db, due)
  }
  await setProgress(db, until)
  return told
}

async function tell(services: Engine, db: Db, due: readonly DueReminder[]): Promise<number> {
  await noteTold(db, due)
  const textOf = await subjectTexts(services, db, due)
  const texts: MessageText[] = []
  const places = new Map<string, number>()
  const told = due.flatMap(one => {
    const text = textOf(one)
    if (text === undefined) return []
    // One text for all who are told of the same thing.
    const key = `${one.type} ${one.subject} ${one.key} ${one.since.getTime()}`
    const place = places.get(key) ?? texts.push(text) - 1
    places.set(key, place)
    const event = `${one.type} ${one.subject} ${one.key} ${one.dueAt.toISOString()}`
    return [{ memberId: one.memberId, channel: one.channel, text: place, event }]
  })
  await addMessages(
    services,
    db,
    texts,
    told.filter(({ channel }) => channel === 'system'),
  )
  await addToOutbox(
    db,
    texts.map(text => ({ title: text.brief, content: text.content, pushId: null })),
    told.flatMap(({ channel, text, ...one }) =>
      channel === 'system' ? [] : [{ ...one, text, channel: channel satisfies OutboxChannel }],
    ),
  )
  return told.length
}
