import { noticeTypes } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addRobotMessages } from '../../open/robots/service.ts'
import type { Look } from './engine.queries.ts'
import { type DueAtRobot, hasRobots, nextAtRobots, noteRobotsTold } from './robots.queries.ts'
import { subjectWords } from './texts.service.ts'

type Engine = Pick<Services, 'log' | 'parts' | 'config'>

/** Tells group robots what became due; in the transaction of the look. @returns how many messages were written */
export async function tellRobots(services: Engine, db: Db, look: Look & { most: number }): Promise<number> {
  if (!(await hasRobots(db))) return 0
  let told = 0
  for (;;) {
    const due = await nextAtRobots(db, look)
    if (due.length === 0) return told
    told += await tell(services, db, due)
  }
}

async function tell(services: Engine, db: Db, due: readonly DueAtRobot[]): Promise<number> {
  await noteRobotsTold(db, due)
  const wordsOf = await subjectWords(services, db, due)
  const messages = due.flatMap(one => {
    const found = wordsOf(one)
    if (found === undefined) return []
    const { words, subject } = found
    const { publicUrl } = services.config
    // Type, place, number and link: what people wrote may hold names, and stays inside.
    const lines = [
      `【${noticeTypes[one.type].label}】${subject.place}`,
      `${subject.number ?? subject.name} ${words.what}（${localTime(one.since.toISOString()).slice(5, 16)}）`,
      ...(publicUrl === undefined ? [] : [`${publicUrl}${subject.link}`]),
    ]
    const event = `${one.type} ${one.subject} ${one.key} ${one.dueAt.toISOString()}`
    return [{ robotId: one.robotId, subject: one.subject, text: lines.join('\n'), event }]
  })
  await addRobotMessages(db, messages)
  return messages.length
}
