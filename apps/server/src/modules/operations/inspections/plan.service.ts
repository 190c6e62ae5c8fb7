import {
  enabledStateOf,
  errors,
  type inspections,
  type ParsedOf,
  planPlainFields,
  planSwitch,
  refuse,
  switchTo,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { holdChecklist } from './checklist.queries.ts'
import * as queries from './plan.queries.ts'

const plan = record({
  what: '计划',
  lock: queries.lockPlan,
  latest: queries.findPlan,
  guard: (enabled: boolean, row) => planSwitch.refusal(switchTo(enabled), enabledStateOf(row)),
})

/**
 * Adds a plan, or changes one, for organisations that all lie in the scope. What it covers now and did not before begins to
 * count. @throws Refusal notFound, staleVersion, planNameTaken, checklistDisabled
 */
export async function savePlan(
  call: SignedInCall,
  { planId, version, ...form }: ParsedOf<typeof inspections.savePlan>,
) {
  const { db, scope } = call
  const before = planId === undefined ? undefined : await plan.take(call, planId, { version })
  const organIds = [...new Set(form.organIds)].sort((one, other) => one - other)
  if ((await queries.countOrgans(db, scope, organIds)) !== organIds.length)
    throw refuse(errors.notFound, '机构')
  const checklist = await holdChecklist(db, scope, form.checklistId)
  if (checklist === undefined) throw refuse(errors.notFound, '检查清单')
  if (!checklist.enabled && before?.checklistId !== checklist.id)
    throw refuse(errors.checklistDisabled, checklist.name)
  const row = {
    ...plainColumns(planPlainFields, form),
    kind: form.kind,
    organ_ids: organIds,
    models: [...new Set(form.models)].sort(),
    every_days: form.everyDays ?? null,
    every_hours: form.everyHours ?? null,
  }
  const id = planId ?? (await queries.insertPlan(db, row))
  if (id === undefined || (planId !== undefined && !(await queries.updatePlan(db, planId, row))))
    throw refuse(errors.planNameTaken, form.name)
  await queries.beginDevices(db, id)
  return { planId: id }
}

/** A plan that is disabled makes no more orders; those that are there go on. @throws Refusal notFound, alreadySo, checklistDisabled */
export async function setPlanEnabled(
  call: SignedInCall,
  { planId, enabled }: ParsedOf<typeof inspections.setPlanEnabled>,
): Promise<true> {
  const { db, scope } = call
  const { checklistId } = await plan.take(call, planId, { action: enabled })
  const checklist = enabled ? await holdChecklist(db, scope, checklistId) : undefined
  if (checklist?.enabled === false) throw refuse(errors.checklistDisabled, checklist.name)
  await queries.updatePlan(db, planId, { enabled })
  return true
}
