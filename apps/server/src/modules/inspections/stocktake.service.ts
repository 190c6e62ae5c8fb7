import {
  errors,
  type inspections,
  labelIn,
  type ParsedOf,
  refuse,
  type ScanResult,
  simulatorNum,
  stocktakeMachine,
} from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { machineRecord } from '../../platform/http/record.ts'
import type { DataKeys } from '../../platform/keys/dataKeys.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isGenuineLabel } from '../devices/label.service.ts'
import * as queries from './stocktake.queries.ts'

const stocktake = machineRecord(stocktakeMachine, {
  what: '盘点',
  lock: queries.lockStocktake,
  latest: queries.findStocktake,
})

/** A stock-taking with what was expected and what was scanned. @throws Refusal notFound */
export async function stocktakeInfo({ db, scope }: Pick<SignedInCall, 'db' | 'scope'>, id: number) {
  const row = await queries.findStocktake(db, scope, id)
  if (row === undefined) throw refuse(errors.notFound, '盘点')
  const [devices, scans] = await Promise.all([
    queries.expectedOf(db, scope, id),
    queries.scansOf(db, scope, id),
  ])
  return { ...row, devices, scans }
}

/** Begins to count a classroom, or a whole organisation. @throws Refusal notFound, roomNotOfOrganisation, stocktakeOpen, nothingExpected */
export async function openStocktake(
  { db, scope, person }: SignedInCall,
  { organId, roomId: asked }: ParsedOf<typeof inspections.stocktakeOpen>,
) {
  const roomId = asked ?? null
  const place = await queries.findPlace(db, scope, { organId, roomId })
  if (place === undefined) throw refuse(errors.notFound, '机构')
  if (roomId !== null && place.room === null) throw refuse(errors.roomNotOfOrganisation)
  const opened = await queries.insertStocktake(db, { organId, roomId, memberId: person.id })
  if (opened === undefined) throw refuse(errors.stocktakeOpen, place.room ?? place.name)
  if (opened.expected === 0) throw refuse(errors.nothingExpected)
  return { stocktakeId: opened.id }
}

/** Notes a code, whatever it is: only a stock-taking that is over takes none. @throws Refusal notFound, stocktakeClosed */
export async function scan(
  dataKeys: DataKeys,
  call: SignedInCall,
  { stocktakeId, raw }: ParsedOf<typeof inspections.scan>,
) {
  const { db, scope, person } = call
  const place = await stocktake.take(call, stocktakeId, { action: 'scan' })
  const sn = await numberIn(db, dataKeys, raw)
  const device = sn === null ? undefined : await queries.findDevice(db, scope, sn)
  const scanned = {
    stocktake_id: stocktakeId,
    raw,
    simulator_id: device?.id ?? null,
    result: device === undefined ? 'unknown' : await resultOf(db, place, device),
    member_id: person.id,
  } as const
  const id = await queries.insertScan(db, scanned)
  const [row] = await queries.scansOf(db, scope, stocktakeId, id)
  if (row === undefined) throw new Error('a scan was noted and is not there')
  return row
}

/** @throws Refusal notFound, stocktakeClosed */
export async function closeStocktake(
  call: SignedInCall,
  { stocktakeId }: ParsedOf<typeof inspections.stocktakeClose>,
): Promise<true> {
  await stocktake.take(call, stocktakeId, { action: 'close' })
  await queries.closeStocktake(call.db, stocktakeId, call.person.id)
  return true
}

type Device = NonNullable<Awaited<ReturnType<typeof queries.findDevice>>>

async function resultOf(
  db: Db,
  { id, organId, roomId }: { id: number; organId: number; roomId: number | null },
  device: Device,
): Promise<ScanResult> {
  if (await queries.wasScanned(db, id, device.id)) return 'duplicate'
  if (!device.enabled) return 'disabled'
  const belongs = device.organId === organId && (roomId === null || device.roomId === roomId)
  return belongs ? 'present' : 'misplaced'
}

/** The number on a label that we printed, or one that was typed; null where it is neither. */
async function numberIn(db: Db, dataKeys: DataKeys, raw: string): Promise<string | null> {
  const label = labelIn(raw)
  if (label !== null) return (await isGenuineLabel(db, dataKeys, label)) ? label.simulatorNum : null
  return simulatorNum.safeParse(raw).data ?? null
}
