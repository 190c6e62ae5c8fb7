import { accessCodes, noticeTypes } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { addMessages, escapeHtml, type MessageText } from '../messages/service.ts'
import { addToOutbox, type OutboxChannel } from '../outbox/service.ts'
import { type Due, lockProgress, nextDue, noteTold, readNames, setProgress } from './engine.queries.ts'

/** Who holds any code of devices is told about devices. */
const deviceCodes = accessCodes.filter(code => code === 'device' || code.startsWith('device:'))

/** What happened in the last seconds may still be on its way into the database. */
const settlingMs = 5_000
/** Reminders written in one statement. */
const mostAtOnce = 2_000

type Name = NonNullable<ReturnType<Awaited<ReturnType<typeof readNames>>['get']>>

/**
 * Looks once at what became due since the last look and writes the messages, all in one transaction with the note
 * of how far it looked: killed in between, nothing happened and the next look finds the same; two servers at once
 * take turns.
 * @param at the end of the look; missing: now, by the database's clock
 * @returns how many messages were written
 */
export async function remind(services: Pick<Services, 'db' | 'bus'>, at?: Date): Promise<number> {
  return services.db.transaction().execute(trx => look(services, trx, at))
}

/** The same within a transaction that is given. */
export async function look(services: Pick<Services, 'bus'>, db: Db, at?: Date): Promise<number> {
  const progress = await lockProgress(db)
  if (progress === undefined) return 0
  const { lookedUntil: from, now } = progress
  const until = at ?? new Date(now.getTime() - settlingMs)
  if (until <= from) return 0
  let told = 0
  // After a long stop the same thing may have been due several times.
  for (;;) {
    const due = await nextDue(db, { from, until, codes: deviceCodes, most: mostAtOnce })
    if (due.length === 0) break
    await tell(services, db, due)
    told += due.length
  }
  await setProgress(db, until)
  return told
}

async function tell(services: Pick<Services, 'bus'>, db: Db, due: readonly Due[]): Promise<void> {
  await noteTold(db, due)
  const names = await readNames(db, [...new Set(due.map(({ simulatorId }) => simulatorId))])
  const texts: MessageText[] = []
  const places = new Map<string, number>()
  /** One text for all who are told of the same thing. */
  const textOf = (one: Due): number => {
    const key = `${one.type} ${one.simulatorId} ${one.since.getTime()}`
    const known = places.get(key)
    if (known !== undefined) return known
    const name = names.get(one.simulatorId)
    if (name === undefined) throw new Error(`simulator ${one.simulatorId} is gone`)
    places.set(key, texts.length)
    return texts.push(describe(one, name)) - 1
  }
  const told = due.map(one => ({
    memberId: one.memberId,
    channel: one.channel,
    text: textOf(one),
    event: `${one.type} ${one.simulatorId} ${one.dueAt.toISOString()}`,
  }))
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
}

function describe({ type, simulatorId, since, ended }: Due, { name, sn, organ, room }: Name): MessageText {
  const what = type === 'deviceOffline' ? '离线' : '发生故障'
  const facts = [
    `设备：${name}（${sn}）`,
    `位置：${organ} ${room}`,
    `${what}时间：${localTime(since.toISOString())}`,
    ...(ended === null ? [] : [`恢复时间：${localTime(ended.toISOString())}`]),
  ]
  const lines = facts.map(fact => `<li>${escapeHtml(fact)}</li>`).join('')
  return {
    kind: type,
    title: noticeTypes[type].label,
    brief: `${name}（${organ} ${room}）${localTime(since.toISOString()).slice(5, 16)} ${what}`,
    content: `<ul>${lines}</ul><p><a href="/device/deviceDetail?simulatorId=${simulatorId}">查看设备</a></p>`,
    pushId: null,
  }
}
