import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DeviceLabel, errors, labelPath, refuse } from '@drivesim/contract'
import QRCode from 'qrcode'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import { labelKey } from '../../../platform/keys/keysInUse.queries.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { findBySn } from './detail.queries.ts'
import { requireSimulator } from './service.ts'

/** Characters of the check on a label: with the limit of calls a minute, beyond guessing. */
const checkLength = 8

/** The check on a simulator's label. It follows from the number and a key that never changes, so a label printed once is good for years. */
function labelCheck(key: Buffer, sn: string): string {
  return createHmac('sha256', key).update(`label ${sn}`).digest('hex').slice(0, checkLength)
}

/**
 * What to print for a simulator: the address behind the code, the code as SVG, and the words beside it.
 * @throws Refusal addressUnknown where it is not known under which address people reach the system
 */
export async function makeLabel(
  db: Db,
  scope: Scope,
  { simulatorId, baseUrl, dataKeys }: { simulatorId: number; baseUrl: string | null; dataKeys: DataKeys },
) {
  if (baseUrl === null) throw refuse(errors.addressUnknown)
  const { simulatorNum, simulatorName, carNum } = await requireSimulator(db, scope, simulatorId)
  const check = labelCheck(await labelKey(db, dataKeys), simulatorNum)
  const url = `${baseUrl}${labelPath({ simulatorNum, check })}`
  const svg = await QRCode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 })
  return { url, simulatorNum, simulatorName, carNum, svg }
}

/** Whether a label is one that we printed: its check follows from its number. */
export async function isGenuineLabel(
  db: Db,
  dataKeys: DataKeys,
  { simulatorNum, check }: DeviceLabel,
): Promise<boolean> {
  const given = Buffer.from(check.toLowerCase())
  const expected = Buffer.from(labelCheck(await labelKey(db, dataKeys), simulatorNum))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The simulator in the scope that a scanned label belongs to. A wrong check answers as an unknown number does. */
export async function simulatorOfLabel(
  db: Db,
  scope: Scope,
  { dataKeys, ...label }: DeviceLabel & { dataKeys: DataKeys },
) {
  const genuine = await isGenuineLabel(db, dataKeys, label)
  const simulatorId = genuine ? await findBySn(db, scope, label.simulatorNum) : undefined
  if (simulatorId === undefined) throw refuse(errors.notFound, '设备')
  return { simulatorId }
}
