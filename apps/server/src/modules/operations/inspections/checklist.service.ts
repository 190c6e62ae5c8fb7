import {
  type ChecklistItem,
  checklistSwitch,
  enabledStateOf,
  errors,
  type inspections,
  type ParsedOf,
  refuse,
  switchTo,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './checklist.queries.ts'

const checklist = record({
  what: '检查清单',
  lock: queries.lockChecklist,
  latest: queries.findChecklist,
  guard: (enabled: boolean, row) => checklistSwitch.refusal(switchTo(enabled), enabledStateOf(row)),
})

/** Adds a checklist, or changes one; orders that are there keep what they were given. @throws Refusal notFound, staleVersion, checklistNameTaken, onFailUnknown */
export async function saveChecklist(
  call: SignedInCall,
  { checklistId, version, name, items }: ParsedOf<typeof inspections.saveChecklist>,
) {
  const { db, person } = call
  if (checklistId !== undefined) await checklist.take(call, checklistId, { version })
  await requireFaultTypes(db, items)
  if (checklistId === undefined) {
    const organId = await queries.organOfMember(db, person.id)
    const id = await queries.insertChecklist(db, { name, items, organId })
    if (id === undefined) throw refuse(errors.checklistNameTaken, name)
    return { checklistId: id }
  }
  if (!(await queries.updateChecklist(db, checklistId, { name, items })))
    throw refuse(errors.checklistNameTaken, name)
  return { checklistId }
}

/** @throws Refusal notFound, alreadySo, checklistUsed */
export async function setChecklistEnabled(
  call: SignedInCall,
  { checklistId, enabled }: ParsedOf<typeof inspections.setChecklistEnabled>,
): Promise<true> {
  await checklist.take(call, checklistId, { action: enabled })
  if (!enabled && (await queries.hasEnabledPlans(call.db, checklistId))) throw refuse(errors.checklistUsed)
  await queries.setChecklistEnabled(call.db, checklistId, enabled)
  return true
}

async function requireFaultTypes(db: Db, items: readonly ChecklistItem[]): Promise<void> {
  const wanted = new Set(items.flatMap(({ onFailTypeId }) => onFailTypeId ?? []))
  if ((await queries.countFaultTypes(db, [...wanted])) !== wanted.size) throw refuse(errors.onFailUnknown)
}
