import { approvalBulk, approvalKinds, formatFen } from '@drivesim/contract'
import { type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { decide } from './list.service.ts'
import { readerOf } from './reader.service.ts'
import { filteredIds, requestNames } from './request.queries.ts'

/** Agrees to many requests, one after the other, each by the rules of agreeing to it alone. */
export const approvalBulkParts: readonly BulkPart[] = [
  bulkPart(approvalBulk.approve, {
    what: '申请',
    async matching({ db, scope, person }, filter) {
      requirePlatform(scope, '审批')
      return filteredIds(db, await readerOf(db, person), filter)
    },
    async records({ db, scope }, ids) {
      const rows = await requestNames(db, scope, ids)
      return new Map(
        rows.map(({ id, kind, schoolName, amount }) => {
          const name = [approvalKinds[kind], schoolName, amount === null ? null : formatFen(amount)]
          return [id, { name: name.filter(Boolean).join(' '), to: `/finacial/approvals?approvalId=${id}` }]
        }),
      )
    },
    one: (to, call, approvalId, { reason }) => decide(to, call, { approvalId, accept: true, reason }),
  }),
]
