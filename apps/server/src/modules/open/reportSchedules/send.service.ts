import { inputOn, listsPeople, nextTime, type RunState, timesDue } from '@drivesim/contract'
import type { Person } from '../../../platform/http/call.ts'
import type { FileCall } from '../../../platform/http/fileCalls.ts'
import type { Services } from '../../../platform/module.ts'
import { transact } from '../../../platform/postgres/db.ts'
import { writeUnasked } from '../../tools/exports/unasked.service.ts'
import { type Answer, askFor } from './ask.service.ts'
import * as queries from './due.queries.ts'
import { tellReceiverStopped, tellStopped } from './words.service.ts'

/** What is sent so long after its time says that it is late. */
const lateMs = 15 * 60_000

/**
 * Has the reports written that are due at a moment. Whatever processes do this, or die amid it, each receiver gets each time once: the
 * row of the run is written in the transaction of its job, and the schedule goes on when all receivers have theirs.
 * @param now epoch milliseconds
 */
export async function sendDue(services: Services, now: number): Promise<void> {
  for (const schedule of await queries.dueSchedules(services.db, new Date(now))) {
    if (schedule.askedAt !== null) await sendAsked(services, schedule, schedule.askedAt)
    if (schedule.nextAt !== null) await sendScheduled(services, schedule, { first: schedule.nextAt, now })
  }
}

async function sendAsked(services: Services, schedule: queries.DueSchedule, askedAt: Date): Promise<void> {
  await sendTo(services, schedule, { dueAt: askedAt, late: false, byHand: true })
  await queries.endAsked(services.db, schedule.id, askedAt)
}

/** Sends the latest time alone of those that are due. */
async function sendScheduled(
  { db, ...services }: Services,
  schedule: queries.DueSchedule,
  { first, now }: { first: Date; now: number },
): Promise<void> {
  const times = timesDue(schedule, { first: first.getTime(), now })
  const latest = times.pop() ?? first.getTime()
  const late = times.length > 0 || now - latest > lateMs
  await sendTo({ db, ...services }, schedule, { dueAt: new Date(latest), late, byHand: false })
  const { id: scheduleId, receiverIds } = schedule
  await queries.insertMissed(db, { scheduleId, times: times.map(at => new Date(at)), receiverIds })
  await queries.advance(db, scheduleId, { from: first, next: new Date(nextTime(schedule, now)) })
}

interface Time {
  readonly dueAt: Date
  readonly late: boolean
  readonly byHand: boolean
}

async function sendTo(services: Services, schedule: queries.DueSchedule, time: Time): Promise<void> {
  const file = services.fileCalls.get(schedule.call)
  const owner = file && (await askFor(services, file, schedule.ownerId, inputAt(file, schedule, time)))
  if (file === undefined || owner === undefined) return stop(services, schedule, '这个导出已经没有了')
  if (owner.kind === 'gone') return stop(services, schedule, `所有者${owner.reason}`)
  if (owner.kind === 'refused') {
    await refuseAll(services, schedule, time, owner.reason)
    return stop(services, schedule, owner.reason)
  }
  for (const receiverId of schedule.receiverIds) {
    const input = inputAt(file, schedule, time)
    const answer = receiverId === schedule.ownerId ? owner : await askFor(services, file, receiverId, input)
    await deliver(services, { schedule, file, input, time }, { receiverId, answer })
  }
}

const inputAt = ({ endpoint }: FileCall, { input, range }: queries.DueSchedule, { dueAt }: Time) =>
  inputOn(endpoint, input, { range, at: dueAt.getTime() })

/** The owner may not any more: the schedule is over, and its owner told. */
async function stop(services: Services, { id, ownerId, name }: queries.DueSchedule, reason: string) {
  await transact(services.db, async trx => {
    if (await queries.stopIfGoing(trx, id, reason))
      await tellStopped(services, trx, { ownerId, name, reason })
  })
}

async function refuseAll(
  { db }: Services,
  { id: scheduleId, receiverIds }: queries.DueSchedule,
  time: Time,
  reason: string,
): Promise<void> {
  for (const receiverId of receiverIds)
    await queries.claimRun(db, { scheduleId, receiverId, ...time, state: 'refused', reason })
}

const stateOf = {
  rows: 'waiting',
  gone: 'skipped',
  refused: 'refused',
  failed: 'failed',
} as const satisfies Record<Answer['kind'], RunState>

interface Delivery {
  readonly schedule: queries.DueSchedule
  readonly file: FileCall
  readonly input: object
  readonly time: Time
}

/** Writes down what becomes of one time for one receiver, and has their file written, in one transaction. */
async function deliver(
  services: Services,
  { schedule, file, input, time }: Delivery,
  { receiverId, answer }: { receiverId: number; answer: Answer },
): Promise<void> {
  const run = { scheduleId: schedule.id, receiverId, ...time }
  const state = stateOf[answer.kind]
  const reason = answer.kind === 'rows' ? null : answer.reason
  const begun = await transact(services.db, async trx => {
    const runId = await queries.claimRun(trx, { ...run, state, reason })
    if (runId === undefined) return null
    if (answer.kind === 'rows') {
      const { rows, person } = answer
      await queries.setJob(
        trx,
        runId,
        await writeUnasked(services, trx, person, { file, input, rows, why: '定时报表' }),
      )
      return person
    }
    if (answer.kind === 'refused') {
      const { ownerId, name } = schedule
      const receiver = await queries.memberName(trx, receiverId)
      await queries.stopReceiver(trx, run, answer.reason)
      await tellReceiverStopped(services, trx, { ownerId, name, receiver, reason: answer.reason })
    }
    return null
  })
  if (begun !== null && answer.kind === 'rows') countRows(services, file, begun, answer.rows)
}

/** Rows of people count as read by their receiver, as those of any file do. */
function countRows({ readings }: Services, file: FileCall, person: Person, rows: number): void {
  if (listsPeople(file.list)) readings.count({ person, address: null, userAgent: null }, rows)
}
