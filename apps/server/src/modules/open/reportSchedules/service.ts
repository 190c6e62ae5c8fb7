import {
  errors,
  inputOn,
  mostSchedules,
  nextTime,
  type ParsedOf,
  type ReportSchedule,
  refuse,
  type reportSchedules,
  type ScheduleOfOthers,
  scheduleMachine,
  takesRange,
  toPage,
} from '@drivesim/contract'
import { isFromAllowedNetwork, requireProof } from '../../../platform/auth/auth.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { parse } from '../../../platform/http/envelope.ts'
import type { FileCall } from '../../../platform/http/fileCalls.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import { mayAsk } from '../../tools/exports/service.ts'
import { filtersInWords } from '../../tools/operationLog/security.rules.ts'
import * as list from './list.queries.ts'
import * as queries from './queries.ts'
import { tellStopped } from './words.service.ts'

/** Said on the bus when a report is to be sent at once. */
export const reportWaits = 'report'

const what = '定时报表'
type Asked = ParsedOf<typeof reportSchedules.modify>
type Plan = Omit<Asked, 'scheduleId' | 'version'>

const ownSchedule = ({ person }: SignedInCall) =>
  machineRecord(scheduleMachine, {
    what,
    lock: (db, _scope, id) => queries.lockOwn(db, person.id, id),
    latest: (db, _scope, id) => queries.findOwn(db, person.id, id),
  })

/**
 * The file of a call that somebody may have sent by the clock: nobody can prove who they are at eight in the morning, so they do it now.
 * @throws Refusal notSchedulable, forbidden, notANetwork, proofNeeded
 */
function requireFile({ person, address }: SignedInCall, file: FileCall | undefined): FileCall {
  if (file === undefined) throw refuse(errors.notSchedulable)
  if (!mayAsk(file, person.codes)) throw refuse(errors.forbidden)
  if (!isFromAllowedNetwork(file.endpoint.access, person, address)) throw refuse(errors.notANetwork)
  if (file.endpoint.stepUp !== undefined) requireProof(person, file.endpoint.stepUp)
  return file
}

const fileAt = ({ fileCalls }: Services, path: string) =>
  [...fileCalls.values()].find(({ endpoint }) => endpoint.path === path)

const codesOf = ({ endpoint: { access } }: FileCall) => (typeof access === 'string' ? [] : access)

/** @throws Refusal notFound, receiverCannot */
async function requireReceivers(
  call: SignedInCall,
  file: FileCall,
  { ids, known = [] }: { ids: readonly number[]; known?: readonly number[] },
): Promise<void> {
  const found = await list.membersInScope(call.db, call, { codes: codesOf(file), ids })
  const there = new Set(found.map(({ memberId }) => memberId))
  // Who gets it already may have left the scope or be disabled: that is looked at when it is sent.
  if (ids.some(id => !there.has(id) && !known.includes(id))) throw refuse(errors.notFound, '接收人')
  const unable = found.filter(({ able }) => !able)
  if (unable.length > 0)
    throw refuse(errors.receiverCannot, unable.map(({ memberName }) => memberName).join('、'))
}

/** A range is kept only where the file has one; a day is for weeks and months. */
const planOf = (file: FileCall, { range, day, ...plan }: Plan): Plan => ({
  ...plan,
  day: plan.every === 'daily' ? null : day,
  range: takesRange(file.endpoint) ? range : null,
})

/** Has a file sent from now on. @throws Refusal schedulesFull, and whatever its call refuses of the input */
export async function addSchedule(
  services: Services,
  call: SignedInCall,
  { path, input, ...asked }: ParsedOf<typeof reportSchedules.add>,
): Promise<{ scheduleId: number }> {
  const { db, person } = call
  const file = requireFile(call, fileAt(services, path))
  const plan = planOf(file, asked)
  if ((await queries.countOwn(db, person.id)) >= mostSchedules) throw refuse(errors.schedulesFull)
  await requireReceivers(call, file, { ids: plan.receiverIds })
  const now = Date.now()
  const kept = inputOn(file.endpoint, input, { range: null, at: now })
  if (file.endpoint.input !== undefined)
    parse(file.endpoint.input, inputOn(file.endpoint, kept, { range: plan.range, at: now }))
  const nextAt = new Date(nextTime(plan, now))
  return {
    scheduleId: await queries.insertSchedule(db, {
      ...plan,
      ownerId: person.id,
      call: file.name,
      input: kept,
      nextAt,
    }),
  }
}

/** Changes when, to whom and for which days. @throws Refusal notFound, scheduleNot, staleVersion */
export async function modifySchedule(
  services: Services,
  call: SignedInCall,
  { scheduleId, version, ...asked }: Asked,
): Promise<true> {
  const before = await ownSchedule(call).take(call, scheduleId, { version, action: 'modify' })
  const file = requireFile(call, services.fileCalls.get(before.call))
  const plan = planOf(file, asked)
  const known = before.receivers.map(({ memberId }) => memberId)
  await requireReceivers(call, file, { ids: plan.receiverIds, known })
  const nextAt = before.state === 'active' ? new Date(nextTime(plan, Date.now())) : null
  await queries.updateSchedule(call.db, scheduleId, plan, nextAt)
  return true
}

export async function pause(call: SignedInCall, scheduleId: number): Promise<true> {
  await ownSchedule(call).take(call, scheduleId, { action: 'pause' })
  await queries.setState(call.db, scheduleId, { state: 'paused' })
  return true
}

/** What was due meanwhile is not sent. */
export async function resume(services: Services, call: SignedInCall, scheduleId: number): Promise<true> {
  const schedule = await ownSchedule(call).take(call, scheduleId, { action: 'resume' })
  requireFile(call, services.fileCalls.get(schedule.call))
  const nextAt = new Date(nextTime(schedule, Date.now()))
  await queries.setState(call.db, scheduleId, { state: 'active', nextAt })
  return true
}

/** Has it sent at once, besides the times at which it is sent anyway. */
export async function sendNow(services: Services, call: SignedInCall, scheduleId: number): Promise<true> {
  const schedule = await ownSchedule(call).take(call, scheduleId, { action: 'sendNow' })
  requireFile(call, services.fileCalls.get(schedule.call))
  await queries.askNow(call.db, scheduleId)
  await services.bus.say(call.db, reportWaits, {})
  return true
}

export async function removeSchedule(call: SignedInCall, scheduleId: number): Promise<true> {
  await ownSchedule(call).take(call, scheduleId, { action: 'remove' })
  await queries.deleteSchedule(call.db, scheduleId)
  return true
}

const scheduleInScope = machineRecord(scheduleMachine, {
  what,
  lock: list.lockInScope,
  latest: list.findInScope,
})

/** Who sees to 开放接口 stops a schedule for good; its owner is told. */
export async function stopSchedule(
  services: Services,
  call: SignedInCall,
  scheduleId: number,
): Promise<true> {
  const { ownerId, name } = await scheduleInScope.take(call, scheduleId, { action: 'stop' })
  const reason = `${call.person.name} 停止了它`
  await queries.setState(call.db, scheduleId, { state: 'stopped', reason })
  await tellStopped(services, call.db, { ownerId, name, reason })
  return true
}

/** What the files of such a call are called; of one that there is no more, its name. */
const titleOf = ({ fileCalls }: Services, call: string) => fileCalls.get(call)?.endpoint.title ?? call

const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

export async function mySchedules(
  services: Services,
  { db, person }: SignedInCall,
): Promise<ReportSchedule[]> {
  const own = await queries.schedulesOf(db, person.id)
  return own.map(({ call, input, nextAt, lastAt, ...schedule }) => {
    const endpoint = services.fileCalls.get(call)?.endpoint
    return {
      ...schedule,
      title: endpoint?.title ?? call,
      path: endpoint?.path ?? '',
      takesRange: endpoint !== undefined && takesRange(endpoint),
      filters: conditionsOf(endpoint, schedule.range, input),
      nextAt: isoOrNull(nextAt),
      lastAt: isoOrNull(lastAt),
    }
  })
}

/** The conditions in words, without the range, which stands by itself. */
function conditionsOf(
  endpoint: FileCall['endpoint'] | undefined,
  range: queries.OwnSchedule['range'],
  input: Record<string, unknown>,
): string | null {
  const ranged = new Set(range === null ? [] : ['beginDate', 'endDate', 'beginMonth', 'endMonth'])
  const conditions = Object.entries(input).filter(([field]) => !ranged.has(field) && field !== 'format')
  return filtersInWords(endpoint?.input, Object.fromEntries(conditions)) ?? null
}

export async function listSchedules(
  services: Services,
  call: SignedInCall,
  input: ParsedOf<typeof reportSchedules.list>,
) {
  const { rows, total } = await list.schedules.page(call, input, input)
  const shown: ScheduleOfOthers[] = rows.map(({ call, nextAt, lastAt, ...row }) => ({
    ...row,
    title: titleOf(services, call),
    nextAt: isoOrNull(nextAt),
    lastAt: isoOrNull(lastAt),
  }))
  return toPage(shown, total, input)
}

/** @throws Refusal notFound where it is neither one's own nor seen to by one */
export async function listRuns(call: SignedInCall, input: ParsedOf<typeof reportSchedules.runs>) {
  const { db, person, scope } = call
  const { scheduleId } = input
  const mine = await queries.findOwn(db, person.id, scheduleId)
  const seen =
    mine ?? (person.codes.has('system:open') ? await list.findInScope(db, scope, scheduleId) : undefined)
  if (seen === undefined) throw refuse(errors.notFound, what)
  const { rows, total } = await queries.runPage(db, scheduleId, input)
  return toPage(rows, total, input)
}

/** Whom a report of a call can be sent to. @throws Refusal notSchedulable, forbidden */
export async function possibleReceivers(
  services: Services,
  call: SignedInCall,
  { path, paramValue }: ParsedOf<typeof reportSchedules.receivers>,
) {
  const file = fileAt(services, path)
  if (file === undefined) throw refuse(errors.notSchedulable)
  if (!mayAsk(file, call.person.codes)) throw refuse(errors.forbidden)
  const found = await list.membersInScope(call.db, call, { codes: codesOf(file), search: paramValue })
  return found.map(({ able: _, ...member }) => member)
}
