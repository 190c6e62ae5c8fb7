import { type BillEvent, billEventKinds } from '@drivesim/contract/money/bills/billShapes'
import { useState } from 'react'
import { Voucher } from '../../../parts/Voucher.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './bills.module.css'

/** What was said is read in the thread. */
const inThread = new Set<BillEvent['kind']>(['objected', 'remarked', 'answered'])

/** The time line of a bill, the newest first. */
export function Events({ events }: { events: readonly BillEvent[] }) {
  const [shown, show] = useState<number | null>(null)
  return (
    <Panel title="对账记录">
      <ol className={styles.events}>
        {[...events].reverse().map(({ eventId, at, kind, memberName, text, voucherId }) => (
          <li key={eventId}>
            <span className={styles.eventHead}>
              <strong>{billEventKinds[kind]}</strong>
              <span className="ui-quiet">{memberName ?? '系统'}</span>
              <span className="ui-quiet">
                <DateTime at={at} />
              </span>
              {voucherId !== null && <OpenButton onOpen={() => show(eventId)}>查看签章照片</OpenButton>}
            </span>
            {text !== null && !inThread.has(kind) && <p>{text}</p>}
            {voucherId !== null && shown === eventId && <Voucher voucherId={voucherId} alt="签章的对账单" />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
