import { enrolmentBulk } from '@drivesim/contract'
import { type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { applicantNames, filteredIds } from './applicant.queries.ts'
import { confirm } from './service.ts'

/** Accepts many applications, one after the other. */
export const applicantBulk: BulkPart = bulkPart(enrolmentBulk.confirm, {
  what: '报名',
  matching: ({ db, scope }, filter) => filteredIds(db, scope, filter),
  async records({ db, scope }, ids) {
    const rows = await applicantNames(db, scope, ids)
    return new Map(
      rows.map(({ id, name }) => {
        const to = `/enroll/enroll_student?paramValue=${encodeURIComponent(name)}`
        return [id, { name, to }] as const
      }),
    )
  },
  one: (to, call, id, { consent }) => confirm(to, call, { id, accept: true, reason: null, consent }),
})
