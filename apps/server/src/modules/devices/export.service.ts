import type { SimulatorRow } from '@drivesim/contract'
import { CsvReply } from '../../platform/call.ts'
import { csvLine, localTime } from '../../platform/csv.ts'
import type { Db } from '../../platform/db.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Filter, listAfter } from './list.queries.ts'

/** Rows read at a time. */
const chunk = 2000

const columns: readonly [title: string, cell: (row: SimulatorRow) => string | null][] = [
  ['设备名称', row => row.simulatorName],
  ['设备编号', row => row.simulatorNum],
  ['机构', row => row.organName],
  ['教室', row => row.classroomName],
  ['头显 IP', row => row.headsetIp],
  ['绑定编号', row => row.bindNum],
  ['车牌号', row => row.carNum],
  ['型号', row => row.model],
  ['状态', row => row.stateName],
  ['最后在线时间', row => (row.lastSeenAt === null ? null : localTime(row.lastSeenAt))],
]

/** The whole filtered list as a file, read in chunks as it is sent. */
export function exportSimulators(db: Db, scope: Scope, filter: Filter): CsvReply {
  return new CsvReply('设备列表', lines(db, scope, filter))
}

async function* lines(db: Db, scope: Scope, filter: Filter): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title))
  let after = 0
  for (;;) {
    const rows = await listAfter(db, scope, filter, { after, most: chunk })
    yield rows.map(row => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < chunk) return
    after = last.simulatorId
  }
}
