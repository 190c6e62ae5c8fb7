import { noticeTypes } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Services } from '../../../platform/module.ts'
import type { NoticeWords, SubjectText } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { escapeHtml, type MessageText } from '../messages/service.ts'
import type { DueReminder } from './engine.queries.ts'

/** What is said of, whoever is told. */
type Said = Pick<DueReminder, 'subject' | 'key'>

/**
 * Reads what the domains say of these subjects. @returns the text of a reminder, none where its subject is gone
 */
export async function subjectTexts(
  services: Pick<Services, 'log' | 'parts'>,
  db: Db,
  due: readonly DueReminder[],
): Promise<(one: DueReminder) => MessageText | undefined> {
  const wordsOf = await subjectWords(services, db, due)
  return one => {
    const found = wordsOf(one)
    return found && write(one, found.words, found.subject)
  }
}

/** The same before it is put together for a reader. */
export async function subjectWords(
  { log, parts }: Pick<Services, 'log' | 'parts'>,
  db: Db,
  due: readonly Said[],
): Promise<(one: Said) => { words: NoticeWords; subject: SubjectText } | undefined> {
  const subjects = new Map<string, SubjectText>()
  for (const part of parts.notices) {
    const ids = new Set(
      due.map(one => splitSubject(one.subject)).flatMap(([kind, id]) => (kind === part.subject ? [id] : [])),
    )
    if (ids.size === 0) continue
    for (const [id, text] of await part.describe(db, [...ids])) subjects.set(`${part.subject}:${id}`, text)
  }
  return one => {
    const [kind] = splitSubject(one.subject)
    const words = parts.notices.find(({ subject }) => subject === kind)?.words[one.key]
    if (words === undefined) {
      // One domain's mistake must not keep the others' reminders back.
      log.error({ subject: one.subject, key: one.key }, 'nobody has words for this reminder, it is dropped')
      return undefined
    }
    const subject = subjects.get(one.subject)
    return subject && { words, subject }
  }
}

function splitSubject(subject: string): [kind: string, id: number] {
  const [kind = '', id] = subject.split(':')
  return [kind, Number(id)]
}

function write({ type, since, ended }: DueReminder, words: NoticeWords, subject: SubjectText): MessageText {
  const began = localTime(since.toISOString())
  const facts = [
    ...subject.facts,
    `${words.beganAt}：${began}`,
    ...(ended === null ? [] : [`${words.endedAt}：${localTime(ended.toISOString())}`]),
  ]
  const lines = facts.map(fact => `<li>${escapeHtml(fact)}</li>`).join('')
  return {
    kind: type,
    title: noticeTypes[type].label,
    brief: `${subject.name}（${subject.place}）${began.slice(5, 16)} ${words.what}`,
    content: `<ul>${lines}</ul><p><a href="${escapeHtml(subject.link)}">${escapeHtml(subject.linkText)}</a></p>`,
    pushId: null,
  }
}
