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
import { cleanNumber } from '@drivesim/contract/cleaned'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isGenuineLabel } from '../../devices/devices/label.service.ts'
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
  { organId, roomId: asked }: ParsedOf<typeof inspections.openStocktake>,
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

/**
 * Notes a code, whatever it is: only a stock-taking that is over takes none, and what is typed must not mean several.
 * @throws Refusal notFound, stocktakeClosed, severalCalledSo
 */
export async function scan(
  dataKeys: DataKeys,
  call: SignedInCall,
  { stocktakeId, raw }: ParsedOf<typeof inspections.scan>,
) {
  const { db, scope, person } = call
  const place = await stocktake.take(call, stocktakeId, { action: 'scan' })
  const device = await deviceIn(call, dataKeys, place, raw)
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
  { stocktakeId }: ParsedOf<typeof inspections.closeStocktake>,
): Promise<true> {
  await stocktake.take(call, stocktakeId, { action: 'close' })
  await queries.closeStocktake(call.db, stocktakeId, call.person.id)
  return true
}

type Device = NonNullable<Awaited<ReturnType<typeof queries.findDevice>>>

interface Place {
  id: number
  organId: number
  roomId: number | null
}

async function resultOf(db: Db, { id, organId, roomId }: Place, device: Device): Promise<ScanResult> {
  if (await queries.wasScanned(db, id, device.id)) return 'duplicate'
  if (!device.enabled) return 'disabled'
  const belongs = device.organId === organId && (roomId === null || device.roomId === roomId)
  return belongs ? 'present' : 'misplaced'
}

/**
 * The device of a label that we printed, or of what was typed: its number, its plate, or its seat in the place that is counted.
 * @throws Refusal severalCalledSo
 */
async function deviceIn(
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  dataKeys: DataKeys,
  place: Place,
  raw: string,
): Promise<Device | undefined> {
  const label = labelIn(raw)
  if (label !== null) {
    const isOurs = await isGenuineLabel(db, dataKeys, label)
    return isOurs ? queries.findDevice(db, scope, label.simulatorNum) : undefined
  }
  const sn = simulatorNum.safeParse(raw).data
  const numbered = sn === undefined ? undefined : await queries.findDevice(db, scope, sn)
  if (numbered !== undefined) return numbered
  const [plated] = await only(raw, queries.findByPlate(db, scope, cleanNumber(raw)))
  if (plated !== undefined) return plated
  const seat = seatIn(raw)
  if (seat === null) return undefined
  const [seated] = await only(raw, queries.findBySeat(db, scope, place, seat))
  return seated
}

/** The number of a seat as people say it: 2, 02, 02 号. */
function seatIn(raw: string): string | null {
  const [, seat] = /^0*([1-9]\d{0,2})号?$/.exec(cleanNumber(raw)) ?? []
  return seat ?? null
}

async function only(typed: string, found: Promise<Device[]>): Promise<Device[]> {
  const devices = await found
  if (devices.length > 1) throw refuse(errors.severalCalledSo, typed, devices.length)
  return devices
}
