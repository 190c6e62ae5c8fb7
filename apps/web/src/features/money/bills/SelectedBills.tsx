import { billBulk } from '@drivesim/contract/money/bills/billBulk'
import { type BillRow, type BillState, billStates } from '@drivesim/contract/money/bills/billShapes'
import { useState } from 'react'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { RequestMany } from './RequestMany.tsx'
import { billReads } from './reads.ts'
import { useBillRights } from './useBillRights.ts'

interface Props {
  selected: SelectedRows<BillRow>
  /** What is chosen is dealt with. */
  onDone: () => void
}

const idOf = ({ billId }: BillRow) => billId

/** What can be done with the chosen bills: by the platform, or by the schools that they are of. */
export function SelectedBills({ selected, onDone }: Props) {
  const bulk = useBulk(billReads)
  const { checks, keeps, ofPlatform } = useBillRights()
  const [asking, ask] = useState(false)
  const selection = selectionOf(selected, idOf)
  /** Why none of the chosen can have it; where all that match are chosen, the job says it of each. */
  const reason = (...states: BillState[]) =>
    selected.filter !== null || selected.rows.some(({ state }) => states.includes(state))
      ? null
      : `选中的账单没有${states.map(state => `“${billStates[state]}”`).join('或')}的`
  const start = (kind: 'urge' | 'confirm' | 'settle') =>
    bulk.ask({ kind: billBulk[kind], selection, input: {}, onStarted: onDone, ...words[kind] })
  if (!keeps)
    return (
      checks &&
      ofPlatform === false && (
        <ActButton type="primary" reason={reason('toCheck')} onClick={() => start('confirm')}>
          确认账单
        </ActButton>
      )
    )
  return (
    <>
      <ActButton reason={reason('toCheck')} onClick={() => start('urge')}>
        催办对账
      </ActButton>
      <ActButton reason={reason('checked')} onClick={() => start('settle')}>
        转结算
      </ActButton>
      <ActButton
        type="primary"
        reason={reason('checked', 'toSettle', 'partlySettled')}
        onClick={() => ask(true)}
      >
        申请付款
      </ActButton>
      {asking && <RequestMany selected={selected} onStarted={onDone} onClosed={() => ask(false)} />}
    </>
  )
}

const words = {
  urge: {
    verb: (many: string) => `催办 ${many} 份账单`,
    consequence: '给驾校负责对账的人发站内消息，每份账单每天一次；不在待对账状态的会列为失败。',
  },
  confirm: {
    verb: (many: string) => `确认 ${many} 份账单`,
    consequence: '确认后按各账单的净额结算，期末代收未用一并确认，不能再提异议；有异议的会列为失败。',
  },
  settle: {
    verb: (many: string) => `${many} 份账单转结算`,
    consequence: '转结算后登记收付款；驾校还没有确认的会列为失败。',
  },
} as const
