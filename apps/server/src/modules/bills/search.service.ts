import { billStates, bills, formatFen } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { billPage } from './bill.queries.ts'

export const billSearch: SearchPart = {
  kind: 'bill',
  label: '账单',
  access: bills.bills.access,
  by: ['number', 'name'],
  async find(db, scope, text, most) {
    const { rows, total } = await billPage(db, scope, { paramValue: text }, { pageNum: 0, pageSize: most })
    return {
      total,
      rows: rows.map(({ billId, no, schoolName, month, net, state }) => ({
        id: billId,
        title: no,
        note: noteOf(schoolName, month, formatFen(net), billStates[state]),
        to: `/finacial/statement?billId=${billId}`,
      })),
    }
  },
  list: text => `/finacial/pastBill?${new URLSearchParams({ paramValue: text })}`,
}
