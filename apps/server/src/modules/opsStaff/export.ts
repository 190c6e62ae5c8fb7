import { type OpsStaffRow, opsStaffStates } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, oldestFirst } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, staffAfter } from './queries.ts'

const names = (options: OpsStaffRow['organs']) => options.map(({ label }) => label).join('、')
/** One decimal of what comes in hundredths. */
const tenths = (value: number | null, unit: number) =>
  value === null ? null : Math.round((value * 10) / unit) / 10

const columns: readonly FileColumn<OpsStaffRow>[] = [
  ['name', '姓名', row => row.name],
  ['account', '账号', row => row.account],
  ['phone', '电话', row => row.phone],
  ['state', '状态', row => opsStaffStates[row.state]],
  ['organs', '负责机构', row => names(row.organs)],
  ['componentKinds', '会修部件', row => names(row.componentKinds) || '全部'],
  ['homeCity', '常驻城市', row => row.homeCityName],
  ['state', '请假至', row => day(row.awayUntil)],
  ['load', '最多同时处理', row => row.capacity],
  ['load', '手上工单', row => row.load],
  ['done', '近 90 天完成', row => row.done],
  ['mttr', '平均修复（小时）', row => tenths(row.mttrSeconds, 3600)],
  ['inTime', '及时率（%）', row => tenths(row.inTimeBp, 100)],
]

export function exportStaff(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = oldestFirst(
    part => staffAfter(db, scope, filter, part),
    row => row.memberId,
  )
  return new FileReply('运维人员', fileRows(columns, next))
}
