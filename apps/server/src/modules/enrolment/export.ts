import {
  type ApplicantRow,
  applicationStates,
  type BoundSimulatorRow,
  type CoachRow,
  classTypes,
  coachStates,
  type EnrolmentConfigRow,
  enabledStates,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, newestFirst, time, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import * as applicants from './applicant.queries.ts'
import * as bindings from './binding.queries.ts'
import * as coaches from './coach.queries.ts'
import * as configs from './config.queries.ts'

const configColumns: readonly FileColumn<EnrolmentConfigRow>[] = [
  ['title', '标题', row => row.title],
  ['schoolName', '驾校', row => row.schoolName],
  ['gearType', '驾照类型', row => row.gearType],
  ['classType', '班型', row => classTypes[row.classType]],
  ['price', '价格（元）', row => yuan(row.price)],
  ['originalPrice', '原价（元）', row => yuan(row.originalPrice)],
  ['contents', '课程内容', row => row.contents],
  ['valid', '有效期开始日期', row => day(row.validFrom)],
  ['valid', '有效期结束日期', row => day(row.validUntil)],
  ['coaches', '教练数', row => row.coachIds.length],
  ['simulators', '设备数', row => row.simulatorIds.length],
  ['applicants', '报名数', row => row.applicants],
  ['state', '状态', row => enabledStates[row.state]],
]
const coachColumns: readonly FileColumn<CoachRow>[] = [
  ['name', '姓名', row => row.name],
  ['phone', '手机号', row => row.phone],
  ['schoolName', '驾校', row => row.schoolName],
  ['roomName', '教室', row => row.roomName],
  ['gearTypes', '准教车型', row => row.gearTypes.join('、')],
  ['years', '教龄', row => row.years],
  ['state', '状态', row => coachStates[row.state]],
]
const applicantColumns: readonly FileColumn<ApplicantRow>[] = [
  ['name', '姓名', row => row.name],
  ['phone', '手机号', row => row.phone],
  ['schoolName', '驾校', row => row.schoolName],
  ['configTitle', '招生配置', row => row.configTitle],
  ['gearType', '驾照类型', row => row.gearType],
  ['coachName', '教练', row => row.coachName],
  ['appliedAt', '报名时间', row => time(row.appliedAt)],
  ['state', '状态', row => applicationStates[row.state]],
  ['reason', '原因', row => row.reason],
]
const bindingColumns: readonly FileColumn<BoundSimulatorRow>[] = [
  ['simulatorName', '设备名称', row => row.simulatorName],
  ['simulatorNum', '设备编号', row => row.simulatorNum],
  ['schoolName', '驾校', row => row.schoolName],
  ['classroomName', '教室', row => row.classroomName],
  ['carNum', '车牌号', row => row.carNum],
  ['configs', '招生配置', row => row.configs.map(({ title }) => title).join('、')],
  ['coaches', '教练', row => [...new Set(row.configs.flatMap(config => config.coaches))].join('、')],
]

export function exportConfigs(db: Db, scope: Scope, filter: configs.Filter): FileReply {
  const next = newestFirst(
    part => configs.configsBefore(db, scope, filter, part),
    row => row.id,
  )
  return new FileReply('招生配置', fileRows(configColumns, next))
}

export function exportCoaches(db: Db, scope: Scope, filter: coaches.Filter): FileReply {
  const next = newestFirst(
    part => coaches.coachesBefore(db, scope, filter, part),
    row => row.id,
  )
  return new FileReply('教练列表', fileRows(coachColumns, next))
}

export function exportApplicants(db: Db, scope: Scope, filter: applicants.Filter): FileReply {
  const next = newestFirst(
    part => applicants.applicantsBefore(db, scope, filter, part),
    row => row.id,
  )
  return new FileReply('招生学员', fileRows(applicantColumns, next))
}

export function exportBindings(db: Db, scope: Scope, filter: bindings.Filter): FileReply {
  const next = newestFirst(
    part => bindings.bindingsBefore(db, scope, filter, part),
    row => row.simulatorId,
  )
  return new FileReply('设备绑定', fileRows(bindingColumns, next))
}
