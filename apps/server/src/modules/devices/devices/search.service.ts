import { devices } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../../platform/parts.ts'
import { listPage, listTotal } from './list.queries.ts'

/** Which of the list's filters takes the text: what has no Chinese is on the label, a character and letters are a plate. */
function filterOf(text: string): 'simulatorNum' | 'carNum' | 'simulatorName' {
  if (/^[a-z0-9-]+$/i.test(text)) return 'simulatorNum'
  return /^\p{Script=Han}[a-z]/iu.test(text) ? 'carNum' : 'simulatorName'
}

export const deviceSearch: SearchPart = {
  kind: 'device',
  label: '设备',
  access: devices.list.access,
  by: ['serial', 'name'],
  async find(db, scope, text, most) {
    const filter = { [filterOf(text)]: text }
    const rows = await listPage(db, scope, filter, { pageNum: 0, pageSize: most })
    return {
      total: rows.length < most ? rows.length : await listTotal(db, scope, filter),
      rows: rows.map(({ simulatorId, simulatorName, simulatorNum, carNum, organName, classroomName }) => ({
        id: simulatorId,
        title: simulatorName,
        note: noteOf(simulatorNum, carNum, `${organName} ${classroomName}`),
        to: `/device/deviceDetail?simulatorId=${simulatorId}`,
      })),
    }
  },
  list: text => `/device/deviceManagement?${new URLSearchParams({ [filterOf(text)]: text })}`,
}
