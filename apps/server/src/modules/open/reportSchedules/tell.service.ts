import { inputOn, isAttachable } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import { transact } from '../../../platform/postgres/db.ts'
import { addMessages, type MessageText } from '../../notices/messages/service.ts'
import { addToOutbox, attachFiles } from '../../notices/outbox/service.ts'
import { type EndedRun, takeEnded } from './due.queries.ts'
import { reportText } from './words.service.ts'

const mostAtOnce = 100

interface Told {
  readonly run: EndedRun
  readonly text: MessageText
  /** Whether a mail may take the file along. */
  readonly attachable: boolean
}

/** Sends what is written: a message with a link, and by mail the file itself where it is of nobody; in the transaction that ends the run. */
export async function tellEnded(services: Services): Promise<void> {
  const { db, bus } = services
  let many = mostAtOnce
  while (many === mostAtOnce)
    many = await transact(db, async trx => {
      const told = (await takeEnded(trx, mostAtOnce)).map(run => toldOf(services, run))
      const texts = told.map(({ text }) => text)
      const recipients = told.map(({ run }, text) => ({
        memberId: run.receiverId,
        text,
        event: eventOf(run),
      }))
      await addMessages({ bus }, trx, texts, recipients)
      const mailed = recipients.filter((_, at) => told[at]?.run.byMail)
      await addToOutbox(
        trx,
        texts,
        mailed.map(one => ({ ...one, channel: 'email' as const })),
      )
      await attachFiles(
        trx,
        told.flatMap(({ run, attachable }) =>
          run.byMail && attachable && run.jobId !== null ? [{ event: eventOf(run), jobId: run.jobId }] : [],
        ),
      )
      return told.length
    })
}

const eventOf = ({ id }: EndedRun) => `report:${id}`

function toldOf({ fileCalls }: Services, run: EndedRun): Told {
  const file = fileCalls.get(run.call)
  const input =
    file === undefined ? {} : inputOn(file.endpoint, run.input, { range: run.range, at: run.dueAt.getTime() })
  return {
    run,
    text: reportText(run, daysOf(input)),
    attachable:
      run.reason === null && file !== undefined && isAttachable(file.endpoint, file.list, columnsOf(input)),
  }
}

/** The days that a file has: `2026-11-16 至 2026-11-22`; null where it has none of its own. */
function daysOf({ beginDate, endDate, beginMonth, endMonth }: Record<string, unknown>): string | null {
  const [from, to] = [beginDate ?? beginMonth, endDate ?? endMonth].map(String)
  if (beginDate === undefined && beginMonth === undefined) return null
  return from === to || to === 'undefined' ? String(from) : `${from} 至 ${to}`
}

const columnsOf = ({ columns }: Record<string, unknown>) =>
  typeof columns === 'string' && columns !== '' ? columns.split(',') : undefined
