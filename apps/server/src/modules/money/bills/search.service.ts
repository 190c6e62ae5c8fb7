import { billStates, bills, formatFen } from '@drivesim/contract'
import { noteOf } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { billsIn, monthlyBills } from './bill.queries.ts'

export const billSearch = searchPart({
  kind: 'bill',
  label: '账单',
  access: bills.list.access,
  by: ['name'],
  series: ['ZD'],
  path: '/finacial/pastBill',
  page: monthlyBills.page,
  ofIds: ({ db, scope }, ids) => billsIn(db, scope, ids),
  show: ({ billId, no, schoolName, month, net, state }) => ({
    id: billId,
    title: no,
    note: noteOf(schoolName, month, formatFen(net), billStates[state]),
    to: `/finacial/statement?billId=${billId}`,
  }),
})
