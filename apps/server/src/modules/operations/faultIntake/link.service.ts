import { businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { Services } from '../../../platform/module.ts'
import type { NoticePart } from '../../../platform/parts.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { judgedSilence, type Silence } from '../../devices/telemetry/hearing.service.ts'
import { endAttention, openAttention } from '../../notices/attention/service.ts'
import { workingHours } from '../workOrders/hours.service.ts'
import { sayWorkOrders } from '../workOrders/live.service.ts'
import { keyOfComponent, keyOfRoom, openOrders } from '../workOrders/open.service.ts'
import { addDevices, change, closeBySystem, noteRecovery } from '../workOrders/system.service.ts'
import { isOpenAt } from '../workOrders/workingTime.rules.ts'
import * as queries from './link.queries.ts'
import { findOffline, findOutage, isRoomRecovered, type OfflineFinding, outageOver } from './offline.rules.ts'
import { lockStates } from './queries.ts'

type Reached = Pick<Services, 'db' | 'bus'>

/** A room that is open now. */
interface OpenRoom extends queries.WatchedRoom {
  readonly opensAt: number
}

/**
 * Looks at what is offline where it is working time, and opens and ends orders for it; none while a mass outage lasts,
 * or nobody hears the devices.
 * @param now epoch milliseconds
 */
export async function watchLinks(services: Reached, now: number): Promise<void> {
  const silence = await judgedSilence(services.db, now)
  if (silence === null) return
  const rooms = await openRooms(services.db, now)
  const lasts = await transact(services.db, db => watchOutage(db, rooms, silence, now))
  if (lasts) return
  const ended = await queries.endedOutages(services.db)
  for (const room of rooms) {
    await transact(services.db, async db => {
      const changed = await watchRoom(db, room, { ended, silence }, now)
      await sayWorkOrders(services, db, [...new Set(changed)])
    })
  }
}

async function openRooms(db: Db, now: number): Promise<OpenRoom[]> {
  const rooms = await queries.watchedRooms(db)
  const hours = await workingHours(
    db,
    rooms.map(({ roomId }) => roomId),
  )
  return rooms.flatMap(room => {
    const own = hours.get(room.roomId)
    if (own === undefined || !isOpenAt(own, now)) return []
    return [{ ...room, opensAt: dayStart(businessDayOf(now)) + own.opens }]
  })
}

const subjectOf = (outage: number) => `outage:${outage}`
const key = 'massOutage'

/** @returns whether a mass outage lasts, or another process is about to say so */
async function watchOutage(
  db: Db,
  rooms: readonly OpenRoom[],
  { countFrom, brokeAt }: Silence,
  now: number,
): Promise<boolean> {
  const { mine, outage } = await queries.lockOutage(db)
  if (!mine) return true
  if (outage !== undefined) {
    if (!outageOver(outage.simulatorIds.length, outage.left)) return true
    await queries.endOutage(db, outage.id)
    await endAttention(db, [{ subject: subjectOf(outage.id) }])
    return false
  }
  const ids = rooms.map(({ roomId }) => roomId)
  const devices = (await queries.devicesOf(db, ids)).map(({ since, ...one }) => ({
    ...one,
    // Who was offline before nobody heard is not gone with the others.
    since: since.getTime() < brokeAt ? since.getTime() : Math.max(since.getTime(), countFrom),
  }))
  const gone = findOutage(devices, await queries.onlineElsewhere(db, ids), now)
  if (gone.length === 0) return false
  const id = await queries.beginOutage(db, gone)
  await openAttention(db, [
    { subject: subjectOf(id), type: 'workOrder', key, organId: null, to: { codes: ['ops:dispatch'] } },
  ])
  return true
}

/** What people read of a mass outage. */
export const outageNotices: NoticePart = {
  subject: 'outage',
  words: { [key]: { what: '大面积离线', beganAt: '离线时间', endedAt: '恢复时间' } },
  async describe(db, ids) {
    const rows = await queries.outages(db, ids)
    return new Map(
      rows.map(({ id, devices, rooms }) => [
        id,
        {
          name: `${devices} 台设备`,
          place: `${rooms} 间教室`,
          facts: [`离线设备：${devices} 台，分布在 ${rooms} 间教室；恢复前不自动生成离线工单`],
          link: '/device/runningState',
          linkText: '查看运行状态',
        },
      ]),
    )
  },
}

/** @returns the orders that changed */
async function watchRoom(
  db: Db,
  room: OpenRoom,
  { ended, silence }: { ended: ReadonlyMap<number, number>; silence: Silence },
  now: number,
): Promise<number[]> {
  const { roomId, opensAt } = room
  const before = await queries.devicesOf(db, [roomId])
  await lockStates(
    db,
    before.map(({ id }) => id),
  )
  // Once more: now nobody changes them.
  const devices = (await queries.devicesOf(db, [roomId])).map(({ since, ...one }) => ({
    ...one,
    since: since.getTime(),
  }))
  const ids = devices.map(({ id }) => id)
  const first = await queries.firstOnline(db, ids, new Date(opensAt))
  const countFrom = new Map(ids.map(id => [id, Math.max(ended.get(id) ?? 0, silence.countFrom)]))
  const finding = findOffline({ opensAt, firstOnlineAt: first?.getTime() ?? null, devices, countFrom, now })
  const orders = await queries.linkOrders(db, room)
  const ofRoom = orders.find(({ simulatorId }) => simulatorId === null)
  const single = orders.filter(({ simulatorId }) => simulatorId !== null)
  const offline = new Set(devices.filter(({ online }) => !online).map(({ id }) => id))
  const changed: number[] = []

  // First what is over, or is not over after all.
  const isOver = ({ mark, simulatorId }: queries.LinkOrder) =>
    mark === 'deviceOffline' || simulatorId !== null
      ? !offline.has(simulatorId ?? 0)
      : isRoomRecovered(mark, devices)
  const over = orders.filter(order => !order.recovered && isOver(order))
  changed.push(
    ...idsOf(
      await noteRecovery(
        db,
        over.map(({ id }) => id),
      ),
    ),
  )
  const recurrenceOf = orders.filter(order => order.recovered && !isOver(order))
  changed.push(
    ...idsOf(
      await unrecover(
        db,
        recurrenceOf.map(({ id }) => id),
      ),
    ),
  )

  changed.push(...(await act(db, room, finding, { ofRoom, single })))
  return changed
}

const idsOf = (acted: readonly { orderId: number }[]) => acted.map(({ orderId }) => orderId)

/** It is offline again before its order was closed. */
const unrecover = (db: Db, ids: readonly number[]) =>
  change(db, ids, () => ({ events: [{ kind: 'reraised' }], set: { recovered_at: null } }))

async function act(
  db: Db,
  room: OpenRoom,
  finding: OfflineFinding,
  { ofRoom, single }: { ofRoom: queries.LinkOrder | undefined; single: readonly queries.LinkOrder[] },
): Promise<number[]> {
  if (finding.kind === 'nothing') return []
  if (finding.kind === 'devicesOffline') {
    const covered = new Set(single.map(({ simulatorId }) => simulatorId))
    const fresh = finding.devices.filter(({ id }) => !covered.has(id))
    // What goes offline while the room's order is open is part of it.
    if (ofRoom !== undefined)
      return join(
        db,
        ofRoom,
        fresh.map(({ id }) => id),
      )
    return openSingle(db, room, fresh)
  }
  const { kind, since, devices } = finding
  const changed: number[] = []
  let id = ofRoom?.id
  if (ofRoom !== undefined) changed.push(...(await join(db, ofRoom, devices)))
  else {
    id = await openOfRoom(db, room, { mark: kind, since, devices })
    if (id === undefined) return []
    changed.push(id)
  }
  const into = id
  const waiting = single.filter(({ state }) => state === 'pending' || state === 'assigned')
  const closed = await closeBySystem(
    db,
    waiting.map(order => ({
      orderId: order.id,
      reason: 'duplicate',
      ...(into !== undefined && { mergedInto: into }),
    })),
  )
  return [...changed, ...idsOf(closed)]
}

async function join(db: Db, order: queries.LinkOrder, devices: readonly number[]): Promise<number[]> {
  const more = devices.filter(id => !order.deviceIds.includes(id))
  if (more.length === 0) return []
  await addDevices(db, order.id, more)
  return [order.id]
}

/** @returns nothing where one was opened meanwhile */
async function openOfRoom(
  db: Db,
  { roomId, organId }: OpenRoom,
  { mark, since, devices }: { mark: 'roomNotOn' | 'roomOffline'; since: number; devices: readonly number[] },
): Promise<number | undefined> {
  const words = mark === 'roomNotOn' ? '开门后没有设备上线' : `${devices.length} 台设备离线`
  const ofKey = keyOfRoom(roomId, organId)
  const [opened] = await openOrders(db, [
    {
      ...(await typeOf(db, mark)),
      ...(await again(db, ofKey)),
      source: 'device',
      simulatorId: null,
      roomId,
      organId,
      description: words,
      memberId: null,
      occurredAt: new Date(since),
      verified: false,
      deviceIds: devices,
      dedupeKey: ofKey,
    },
  ])
  return opened?.orderId
}

async function openSingle(
  db: Db,
  { roomId, organId }: OpenRoom,
  devices: readonly { id: number; since: number }[],
): Promise<number[]> {
  const type = await typeOf(db, 'deviceOffline')
  const orders = []
  for (const { id, since } of devices) {
    const ofKey = keyOfComponent({ simulatorId: id, componentKindId: type.componentKindId, organId })
    orders.push({
      ...type,
      ...(await again(db, ofKey)),
      source: 'device',
      simulatorId: id,
      roomId,
      organId,
      description: '设备离线',
      memberId: null,
      occurredAt: new Date(since),
      verified: false,
      dedupeKey: ofKey,
    } as const)
  }
  const opened = await openOrders(db, orders)
  return opened.flatMap(order => order?.orderId ?? [])
}

async function typeOf(db: Db, mark: queries.LinkMark) {
  const type = (await queries.linkTypes(db)).get(mark)
  if (type === undefined) throw new Error(`no fault type is marked ${mark}`)
  const { componentKindId, faultTypeId, priority } = type
  return { componentKindId, faultTypeId, priority }
}

async function again(db: Db, ofKey: string) {
  const parentId = await queries.recentOfKey(db, ofKey)
  return parentId === undefined ? {} : { parentId, recurred: true }
}
