import { type ClassroomRow, enabledStates, type OrganisationRow } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, oldestFirst } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { classroomsAfter, type RoomFilter } from './classroom.queries.ts'
import { type Filter, organisationsBefore } from './list.queries.ts'

const placeColumns = [
  ['area', '地区', row => row.area],
  ['address', '地址', row => row.address],
  ['contact', '联系人', row => row.contact],
  ['phone', '电话', row => row.phone],
] as const satisfies readonly FileColumn<OrganisationRow>[]
const schoolColumns: readonly FileColumn<OrganisationRow>[] = [
  ['name', '驾校名称', row => row.name],
  ...placeColumns,
  ['servicePoints', '服务点数', row => row.servicePoints],
  ['classrooms', '教室数', row => row.classrooms],
  ['simulators', '设备数', row => row.simulators],
  ['students', '学员数', row => row.students],
  ['state', '状态', row => enabledStates[row.state]],
]
const pointColumns: readonly FileColumn<OrganisationRow>[] = [
  ['name', '服务点名称', row => row.name],
  ['parentName', '所属驾校', row => row.parentName],
  ...placeColumns,
  ['classrooms', '教室数', row => row.classrooms],
  ['simulators', '设备数', row => row.simulators],
  ['state', '状态', row => enabledStates[row.state]],
]
const roomColumns: readonly FileColumn<ClassroomRow>[] = [
  ['roomName', '教室名称', row => row.roomName],
  ['organName', '所属机构', row => row.organName],
  ['address', '地址', row => row.address],
  ['hours', '开门时间', row => row.opensAt],
  ['hours', '关门时间', row => row.closesAt],
  ['seats', '座位数', row => row.seats],
  ['ip', '网络地址', row => row.ip],
  ['simulators', '设备数', row => row.simulators],
  ['state', '状态', row => enabledStates[row.state]],
]

/** The whole filtered list, read part by part as it is sent. */
const organisationFile =
  (name: string, type: 'school' | 'servicePoint', columns: readonly FileColumn<OrganisationRow>[]) =>
  (db: Db, scope: Scope, filter: Filter): FileReply => {
    const next = newestFirst(
      part => organisationsBefore(db, scope, type, filter, part),
      row => row.organizationId,
    )
    return new FileReply(name, fileRows(columns, next))
  }

export const exportSchools = organisationFile('驾校列表', 'school', schoolColumns)
export const exportServicePoints = organisationFile('服务点列表', 'servicePoint', pointColumns)

export function exportClassrooms(db: Db, scope: Scope, filter: RoomFilter): FileReply {
  const next = oldestFirst(
    part => classroomsAfter(db, scope, filter, part),
    row => row.roomId,
  )
  return new FileReply('教室列表', fileRows(roomColumns, next))
}
