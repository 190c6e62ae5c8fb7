import {
  describeIssue,
  type devices,
  errors,
  importedDevice,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { z } from 'zod'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { roomsByName, takenNumbers } from './import.queries.ts'
import { addSimulator } from './service.ts'

type Imported = z.output<typeof importedDevice>

/** Adds the simulators of a file, all of them or none, each as one alone is added. Their keys are in the answer and nowhere else. */
export async function importDevices(
  services: Services,
  call: SignedInCall,
  { organId, devices: given, dryRun }: ParsedOf<typeof devices.import>,
) {
  const { db, scope } = call
  const rooms = await roomsByName(db, scope, organId)
  if (rooms === null) throw refuse(errors.notFound, '机构')
  const checked = given.map(row => importedDevice.safeParse(row, { reportInput: true }))
  const numbers = checked.flatMap(({ data }) => (data === undefined ? [] : [data.simulatorNum]))
  const taken = await takenNumbers(db, numbers)
  const first = new Map<string, number>()
  const refused = checked.flatMap(({ data, error }, index) => {
    const reasons =
      data === undefined
        ? (error?.issues ?? []).map(issue => describeIssue(importedDevice, [issue]))
        : reasonsOf(data, { index, rooms, taken, first })
    return reasons.length === 0 ? [] : [{ row: index + 1, reasons: [...new Set(reasons)] }]
  })
  if (dryRun || refused.length > 0) {
    return { accepted: dryRun ? given.length - refused.length : 0, refused, keys: [] }
  }
  const keys = []
  for (const { data } of checked) {
    const roomId = data === undefined ? undefined : rooms.get(data.roomName)
    if (data === undefined || roomId === undefined) continue
    const { simulatorId, deviceKey } = await addSimulator(services, call, formOf(data, { organId, roomId }))
    keys.push({ simulatorId, simulatorNum: data.simulatorNum, deviceKey })
  }
  return { accepted: keys.length, refused, keys }
}

interface Known {
  readonly index: number
  readonly rooms: ReadonlyMap<string, number>
  readonly taken: ReadonlySet<string>
  /** In which row each number came first; filled as rows are looked at. */
  readonly first: Map<string, number>
}

function reasonsOf({ simulatorNum, roomName }: Imported, { index, rooms, taken, first }: Known): string[] {
  const before = first.get(simulatorNum)
  if (before === undefined) first.set(simulatorNum, index)
  return [
    ...(before === undefined ? [] : [`设备编号与第 ${before + 1} 台重复`]),
    ...(taken.has(simulatorNum) ? [errors.snTaken.sentence(simulatorNum)] : []),
    ...(rooms.has(roomName) ? [] : [`该机构没有教室“${roomName}”，请先新增教室或改正名称`]),
  ]
}

const formOf = (
  { simulatorNum, carNum, model, simulatorName }: Imported,
  place: { organId: number; roomId: number },
): ParsedOf<typeof devices.add> => ({
  ...place,
  simulatorName: simulatorName ?? carNum ?? simulatorNum,
  simulatorNum,
  carNum,
  model,
  headsetIp: null,
  bindNum: null,
  installedAt: null,
  warrantyUntil: null,
})
