import { contracts as calls, contractStates } from '@drivesim/contract'
import { noteOf } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { contracts, contractsIn } from './contract.queries.ts'

/** By the number; those of a school stand on the school's page. */
export const contractSearch = searchPart({
  kind: 'contract',
  label: '合同',
  access: calls.list.access,
  by: [],
  series: ['HT'],
  path: '/finacial/configuration',
  page: contracts.page,
  ofIds: ({ db, scope }, ids) => contractsIn(db, scope, ids),
  show: ({ contractId, no, schoolName, state, startsOn, endsOn }) => ({
    id: contractId,
    title: no,
    note: noteOf(schoolName, contractStates[state], `${startsOn} 至 ${endsOn}`),
    to: `/finacial/configuration?contractId=${contractId}`,
  }),
})
