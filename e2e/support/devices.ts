import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { devices, opsSettings, organisations, workOrders } from '@drivesim/contract'
import { fleetFile } from '@drivesim/fleet/keysFile'
import { type Api, dataDir } from './api.ts'

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

export type Place = Pick<Device, 'organId' | 'roomId' | 'organName' | 'roomName'>

/** A new simulator, where nothing else is said in a classroom of the demo business that the caller may see. */
export async function newDevice(
  api: Api,
  given: { name?: string; sn?: string; carNum?: string; place?: Place } = {},
): Promise<Device> {
  const place = given.place ?? (await aPlace(api))
  const sn = given.sn ?? newSn()
  const name = given.name ?? `测试 ${sn.slice(4)}`
  const carNum = given.carNum ?? `测${sn.slice(4).replaceAll('-', '')}`.slice(0, 20)
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

/** What the fleet of the demo business knows: its classrooms with their students, and the modules. */
export const demoFleet = () =>
  fleetFile.parse(JSON.parse(readFileSync(join(dataDir(), 'demo-fleet.json'), 'utf8')))

/**
 * A classroom of the demo, its organisation and both names; the last one in scope, which the first pages
 * do not show. One that another test has just added has no students.
 */
export async function aPlace(api: Api): Promise<Place> {
  const organs = await api.call(organisations.list, {})
  const rooms = await api.call(organisations.classroomsOfOrganisation, {})
  const taught = new Set(demoFleet().rooms.map(({ roomId }) => roomId))
  const room = rooms.filter(({ roomId }) => taught.has(roomId)).at(-1)
  const organ = organs.find(({ organizationId }) => organizationId === room?.organId)
  if (room === undefined || organ === undefined) throw new Error('the demo business has classrooms')
  return { organId: room.organId, roomId: room.roomId, organName: organ.name, roomName: room.roomName }
}

/** A classroom where nothing happens but what its test does. */
export async function quietPlace(api: Api): Promise<Place> {
  const { organId, organName } = await aPlace(api)
  const roomName = `空教室 ${newSn().slice(4)}`
  const { roomId } = await api.call(organisations.addClassroom, {
    roomName,
    organId,
    opensAt: '08:00',
    closesAt: '22:00',
    seats: 1,
  })
  return { organId, organName, roomId, roomName }
}

/** A school with one classroom. In it is only what its test puts there. */
export async function newPlace(api: Api): Promise<Place> {
  const mark = newSn().slice(4)
  const organName = `驾校 ${mark}`
  const form = { name: organName, provinceId: '440000', cityId: '440100' }
  const { organizationId: organId } = await api.call(organisations.addSchool, form)
  const roomName = `教室 ${mark}`
  const hours = { opensAt: '08:00', closesAt: '22:00', seats: 12 }
  const { roomId } = await api.call(organisations.addClassroom, { ...hours, roomName, organId })
  return { organId, organName, roomId, roomName }
}

/** Reports a fault of the device, as its page does. */
export async function newOrder(api: Api, simulatorId: number) {
  const { components } = await api.call(opsSettings.choices)
  const component = components[0]
  if (component === undefined) throw new Error('the demo business has components')
  return api.call(workOrders.add, {
    simulatorId,
    componentKindId: component.value,
    description: '踏板踩下后不回弹',
  })
}
