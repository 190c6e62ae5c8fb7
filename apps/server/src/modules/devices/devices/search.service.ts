import { devices, type SimulatorRow } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../../platform/parts.ts'
import { listPage, listTotal, simulatorsIn } from './list.queries.ts'

/** Which of the list's filters takes the text: what has no Chinese is on the label, a character and letters are a plate. */
function filterOf(text: string): 'simulatorNum' | 'carNum' | 'simulatorName' {
  if (/^[a-z0-9-]+$/i.test(text)) return 'simulatorNum'
  return /^\p{Script=Han}[a-z]/iu.test(text) ? 'carNum' : 'simulatorName'
}

const show = (row: SimulatorRow) => ({
  id: row.simulatorId,
  title: row.simulatorName,
  note: noteOf(row.simulatorNum, row.carNum, `${row.organName} ${row.classroomName}`),
  to: `/device/deviceDetail?simulatorId=${row.simulatorId}`,
})

export const deviceSearch: SearchPart = {
  kind: 'device',
  label: '设备',
  access: devices.list.access,
  opens: devices.baseInfo.access,
  by: ['serial', 'name'],
  async find(db, scope, text, most) {
    const filter = { [filterOf(text)]: text }
    const rows = await listPage(db, scope, filter, { pageNum: 0, pageSize: most })
    return {
      total: rows.length < most ? rows.length : await listTotal(db, scope, filter),
      rows: rows.map(show),
    }
  },
  named: async (db, scope, ids) => (await simulatorsIn(db, scope, ids)).map(show),
  list: text => `/device/deviceManagement?${new URLSearchParams({ [filterOf(text)]: text })}`,
}
