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
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst, yuan } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import * as applicants from './applicant.queries.ts'
import * as bindings from './binding.queries.ts'
import * as coaches from './coach.queries.ts'
import * as configs from './config.queries.ts'

const configColumns: readonly CsvColumn<EnrolmentConfigRow>[] = [
  ['标题', row => row.title],
  ['驾校', row => row.schoolName],
  ['驾照类型', row => row.gearType],
  ['班型', row => classTypes[row.classType]],
  ['价格（元）', row => yuan(row.price)],
  ['原价（元）', row => yuan(row.originalPrice)],
  ['课程内容', row => row.contents],
  ['有效期开始日期', row => row.validFrom],
  ['有效期结束日期', row => row.validUntil],
  ['教练数', row => row.coachIds.length],
  ['设备数', row => row.simulatorIds.length],
  ['报名数', row => row.applicants],
  ['状态', row => enabledStates[row.state]],
]
const coachColumns: readonly CsvColumn<CoachRow>[] = [
  ['姓名', row => row.name],
  ['手机号', row => row.phone],
  ['驾校', row => row.schoolName],
  ['教室', row => row.roomName],
  ['准教车型', row => row.gearTypes.join('、')],
  ['教龄', row => row.years],
  ['状态', row => coachStates[row.state]],
]
const applicantColumns: readonly CsvColumn<ApplicantRow>[] = [
  ['姓名', row => row.name],
  ['手机号', row => row.phone],
  ['驾校', row => row.schoolName],
  ['招生配置', row => row.configTitle],
  ['驾照类型', row => row.gearType],
  ['教练', row => row.coachName],
  ['报名时间', row => localTime(row.appliedAt)],
  ['状态', row => applicationStates[row.state]],
  ['原因', row => row.reason],
]
const bindingColumns: readonly CsvColumn<BoundSimulatorRow>[] = [
  ['设备名称', row => row.simulatorName],
  ['设备编号', row => row.simulatorNum],
  ['驾校', row => row.schoolName],
  ['教室', row => row.classroomName],
  ['车牌号', row => row.carNum],
  ['招生配置', row => row.configs.map(({ title }) => title).join('、')],
  ['教练', row => [...new Set(row.configs.flatMap(config => config.coaches))].join('、')],
]

export function exportConfigs(db: Db, scope: Scope, filter: configs.Filter): CsvReply {
  const next = newestFirst(
    part => configs.configsBefore(db, scope, filter, part),
    row => row.id,
  )
  return new CsvReply('招生配置', csvLines(configColumns, next))
}

export function exportCoaches(db: Db, scope: Scope, filter: coaches.Filter): CsvReply {
  const next = newestFirst(
    part => coaches.coachesBefore(db, scope, filter, part),
    row => row.id,
  )
  return new CsvReply('教练列表', csvLines(coachColumns, next))
}

export function exportApplicants(db: Db, scope: Scope, filter: applicants.Filter): CsvReply {
  const next = newestFirst(
    part => applicants.applicantsBefore(db, scope, filter, part),
    row => row.id,
  )
  return new CsvReply('招生学员', csvLines(applicantColumns, next))
}

export function exportBindings(db: Db, scope: Scope, filter: bindings.Filter): CsvReply {
  const next = newestFirst(
    part => bindings.bindingsBefore(db, scope, filter, part),
    row => row.simulatorId,
  )
  return new CsvReply('设备绑定', csvLines(bindingColumns, next))
}
