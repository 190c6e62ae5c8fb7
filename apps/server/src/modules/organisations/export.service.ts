import { type ClassroomRow, enabledStates, type OrganisationRow } from '@drivesim/contract'
import { CsvReply } from '../../platform/call.ts'
import { csvLine } from '../../platform/csv.ts'
import type { Db } from '../../platform/db.ts'
import type { Scope } from '../../platform/scope.ts'
import { classroomsAfter, type RoomFilter } from './classroom.queries.ts'
import { type Filter, organisationsAfter } from './list.queries.ts'

/** Rows read at a time. */
const chunk = 500

type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => string | number | null])[]

const placeColumns = [
  ['地区', row => row.area],
  ['地址', row => row.address],
  ['联系人', row => row.contact],
  ['电话', row => row.phone],
] as const satisfies Columns<OrganisationRow>
const schoolColumns: Columns<OrganisationRow> = [
  ['驾校名称', row => row.name],
  ...placeColumns,
  ['服务点数', row => row.servicePoints],
  ['教室数', row => row.classrooms],
  ['设备数', row => row.simulators],
  ['学员数', row => row.students],
  ['状态', row => enabledStates[row.state]],
]
const pointColumns: Columns<OrganisationRow> = [
  ['服务点名称', row => row.name],
  ['所属驾校', row => row.parentName],
  ...placeColumns,
  ['教室数', row => row.classrooms],
  ['设备数', row => row.simulators],
  ['状态', row => enabledStates[row.state]],
]
const roomColumns: Columns<ClassroomRow> = [
  ['教室名称', row => row.roomName],
  ['所属机构', row => row.organName],
  ['地址', row => row.address],
  ['开门时间', row => row.opensAt],
  ['关门时间', row => row.closesAt],
  ['座位数', row => row.seats],
  ['网络地址', row => row.ip],
  ['设备数', row => row.simulators],
  ['状态', row => enabledStates[row.state]],
]

export function exportSchools(db: Db, scope: Scope, filter: Filter): CsvReply {
  const read = (after: number) => organisationsAfter(db, scope, 'school', filter, { after, most: chunk })
  return new CsvReply(
    '驾校列表',
    lines(schoolColumns, read, row => row.organizationId),
  )
}

export function exportServicePoints(db: Db, scope: Scope, filter: Filter): CsvReply {
  const read = (after: number) =>
    organisationsAfter(db, scope, 'servicePoint', filter, { after, most: chunk })
  return new CsvReply(
    '服务点列表',
    lines(pointColumns, read, row => row.organizationId),
  )
}

export function exportClassrooms(db: Db, scope: Scope, filter: RoomFilter): CsvReply {
  const read = (after: number) => classroomsAfter(db, scope, filter, { after, most: chunk })
  return new CsvReply(
    '教室列表',
    lines(roomColumns, read, row => row.roomId),
  )
}

/** The whole filtered list, read in chunks as it is sent. */
async function* lines<Row>(
  columns: Columns<Row>,
  read: (after: number) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title))
  let after = 0
  for (;;) {
    const rows = await read(after)
    yield rows.map(row => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < chunk) return
    after = idOf(last)
  }
}
