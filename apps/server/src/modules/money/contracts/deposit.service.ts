import { errors, formatFen, refuse } from '@drivesim/contract'
import type { ApprovalPart } from '../../../platform/approvalPart.ts'
import { depositsWith } from './change.queries.ts'

/** 追认 of a deposit that one person gave back beyond the limit: that it was right, or not. */
export const depositApprovals: ApprovalPart = {
  kinds: ['deposit'],
  async describe(db, requests) {
    const rows = await depositsWith(
      db,
      requests.map(({ subjectId }) => subjectId),
    )
    const entries = new Map(rows.map(row => [row.id, row]))
    return new Map(
      requests.flatMap(({ id, subjectId }) => {
        const row = entries.get(subjectId)
        if (row === undefined) return []
        const back = formatFen(-row.amount)
        const lines = [{ label: `合同 ${row.no}`, before: null, after: `${back}，${row.paidOn} 退还` }]
        const to = `/finacial/configuration?contractId=${row.contractId}`
        return [[id, { title: `追认向${row.school}退押金 ${back}`, lines, to }]]
      }),
    )
  },
  async end(_to, _call, _request, { outcome }) {
    if (outcome === 'withdrawn') throw refuse(errors.unaskedStays)
  },
}
