import {
  type DealOutcome,
  type DictionaryName,
  dictionaryNames,
  dictionarySwitch,
  enabledStateOf,
  errors,
  type FaultSeverity,
  type opsSettings,
  type ParsedOf,
  refuse,
  switchTo,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import * as queries from './dictionary.queries.ts'

type Calls = typeof opsSettings
type SavedId = { id: number }

/** Every dictionary is taken, saved and switched alike. */
const items: Readonly<Record<DictionaryName, ReturnType<typeof itemsOf>>> = {
  component: itemsOf('component'),
  faultType: itemsOf('faultType'),
  dealResult: itemsOf('dealResult'),
  part: itemsOf('part'),
}

function itemsOf(name: DictionaryName) {
  const find: Parameters<typeof record<queries.Item, boolean>>[0]['lock'] = (db, _scope, id) =>
    queries.lockItem(db, name, id)
  return record<queries.Item, boolean>({
    what: dictionaryNames[name],
    lock: find,
    latest: find,
    guard: (enabled, row) => dictionarySwitch(name).refusal(switchTo(enabled), enabledStateOf(row)),
  })
}

/** @throws Refusal platformOnly, notFound, staleVersion, dictionaryTaken */
async function save(
  call: SignedInCall,
  name: DictionaryName,
  { id, version }: { id?: number | undefined; version?: number | undefined },
  columns: queries.Columns & { readonly name: string },
): Promise<SavedId> {
  requirePlatform(call.scope, dictionaryNames[name])
  if (id !== undefined) {
    const before = await items[name].take(call, id, { version })
    if (before.mark !== null && before.name !== columns.name)
      throw refuse(errors.dictionaryBuiltIn, before.name)
  }
  const saved: SavedId = { id: id ?? 0 }
  const writing = queries.writeItem(call.db, name, id, columns).then(made => {
    saved.id = made
  })
  if (!(await unlessTaken(writing))) throw refuse(errors.dictionaryTaken, columns.name)
  return saved
}

/** @throws Refusal platformOnly, notFound, alreadySo, dictionaryBuiltIn */
export async function setEnabled(
  call: SignedInCall,
  name: DictionaryName,
  { id, enabled }: ParsedOf<Calls['setComponentEnabled']>,
): Promise<true> {
  requirePlatform(call.scope, dictionaryNames[name])
  const item = await items[name].take(call, id, { action: enabled })
  if (item.mark !== null) throw refuse(errors.dictionaryBuiltIn, item.name)
  await queries.switchItem(call.db, name, id, enabled)
  return true
}

export const saveComponent = (
  call: SignedInCall,
  { id, version, name, sort }: ParsedOf<Calls['saveComponent']>,
): Promise<SavedId> => save(call, 'component', { id, version }, { name, sort })

/** @throws Refusal as all, faultCodeTaken */
export async function saveFaultType(
  call: SignedInCall,
  form: ParsedOf<Calls['saveFaultType']>,
): Promise<SavedId> {
  const { db } = call
  const { id, version, name, sort, componentKindId, severity, repairHours, settleSeconds, codes } = form
  await requireItem(db, 'component', componentKindId)
  const saved = await save(
    call,
    'faultType',
    { id, version },
    {
      name,
      sort,
      component_kind_id: componentKindId,
      severity,
      repair_hours: repairHours,
      settle_seconds: settleSeconds,
    },
  )
  const taken = await queries.codeOwner(db, saved.id, codes)
  if (taken !== undefined) throw refuse(errors.faultCodeTaken, taken)
  await queries.writeCodes(db, saved.id, codes)
  return saved
}

export const saveDealResult = (
  call: SignedInCall,
  { id, version, name, sort, outcome, needsPicture }: ParsedOf<Calls['saveDealResult']>,
): Promise<SavedId> =>
  save(call, 'dealResult', { id, version }, { name, sort, outcome, needs_picture: needsPicture })

export async function saveSparePart(
  call: SignedInCall,
  { id, version, name, sort, model, componentKindId, price }: ParsedOf<Calls['saveSparePart']>,
): Promise<SavedId> {
  await requireItem(call.db, 'component', componentKindId)
  return save(
    call,
    'part',
    { id, version },
    {
      name,
      sort,
      model: model || null,
      component_kind_id: componentKindId,
      price,
    },
  )
}

/** An item in use. @throws Refusal notFound, dictionaryDisabled */
async function requireItem(db: Db, name: DictionaryName, id: number): Promise<queries.Item> {
  const item = await queries.findItem(db, name, id)
  if (item === undefined) throw refuse(errors.notFound, dictionaryNames[name])
  if (!item.enabled) throw refuse(errors.dictionaryDisabled, item.name)
  return item
}

export interface FaultType {
  readonly id: number
  readonly name: string
  readonly component: string
  readonly severity: FaultSeverity
}

/**
 * A fault type of a component, for an order; what the order has already may be out of use.
 * @throws Refusal notFound, dictionaryDisabled, componentOfAnother
 */
export async function requireFaultType(
  db: Db,
  componentKindId: number,
  faultTypeId: number,
  had?: { componentKindId: number; faultTypeId: number },
): Promise<FaultType> {
  const component = await queries.findItem(db, 'component', componentKindId)
  const type = await queries.findFaultType(db, faultTypeId)
  if (component === undefined) throw refuse(errors.notFound, dictionaryNames.component)
  if (type === undefined) throw refuse(errors.notFound, dictionaryNames.faultType)
  if (!component.enabled && had?.componentKindId !== componentKindId)
    throw refuse(errors.dictionaryDisabled, component.name)
  if (!type.enabled && had?.faultTypeId !== faultTypeId) throw refuse(errors.dictionaryDisabled, type.name)
  if (type.componentKindId !== componentKindId && type.mark !== 'unclassified')
    throw refuse(errors.componentOfAnother)
  return { id: type.id, name: type.name, component: component.name, severity: type.severity }
}

/** The built-in fault type that takes what nobody knows. */
export const unclassifiedFaultType = (db: Db): Promise<number> => queries.markedFaultType(db, 'unclassified')

export interface DealResult {
  readonly id: number
  readonly name: string
  readonly outcome: DealOutcome
  readonly needsPicture: boolean
}

/** @param had what the order has already, which may be out of use @throws Refusal notFound, dictionaryDisabled */
export async function requireDealResult(db: Db, id: number, had: number | null): Promise<DealResult> {
  const result = await queries.findDealResult(db, id)
  if (result === undefined) throw refuse(errors.notFound, dictionaryNames.dealResult)
  if (!result.enabled && had !== id) throw refuse(errors.dictionaryDisabled, result.name)
  return result
}

/** @throws Refusal notFound, dictionaryDisabled */
export async function requireSparePart(db: Db, id: number) {
  await requireItem(db, 'part', id)
  return queries.findSparePart(db, id)
}
