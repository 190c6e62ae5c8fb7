import { devices, organisations } from '@drivesim/contract'
import type { Api } from './api.ts'

let made = 0

export interface Device {
  simulatorId: number
  sn: string
  name: string
  carNum: string
  key: string
  organId: number
  roomId: number
  organName: string
  roomName: string
}

/** A serial number that no other test has. */
export function newSn(): string {
  made += 1
  return `E2E-${process.env.TEST_PARALLEL_INDEX ?? '0'}-${process.pid}-${made}`
}

/** A new simulator in a classroom of the demo business that the caller may see. */
export async function newDevice(api: Api, given: { name?: string; sn?: string } = {}): Promise<Device> {
  const place = await aPlace(api)
  const sn = given.sn ?? newSn()
  const name = given.name ?? `测试 ${sn.slice(4)}`
  const carNum = `测${sn.slice(4).replaceAll('-', '')}`.slice(0, 20)
  const { simulatorId, deviceKey } = await api.call(devices.add, {
    simulatorName: name,
    simulatorNum: sn,
    organId: place.organId,
    roomId: place.roomId,
    carNum,
  })
  if (deviceKey === null) throw new Error('a new device comes with its key')
  return { simulatorId, sn, name, carNum, key: deviceKey, ...place }
}

/** A classroom, its organisation and both names; the last one in scope, which the demo's first pages do not show. */
export async function aPlace(api: Api) {
  const organs = await api.call(organisations.list, {})
  const rooms = await api.call(organisations.classroomsOfOrganisation, {})
  const room = rooms.at(-1)
  const organ = organs.find(({ organizationId }) => organizationId === room?.organId)
  if (room === undefined || organ === undefined) throw new Error('the demo business has classrooms')
  return { organId: room.organId, roomId: room.roomId, organName: organ.name, roomName: room.roomName }
}
