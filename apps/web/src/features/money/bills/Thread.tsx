import type { BillInfo } from '@drivesim/contract/money/bills/billShapes'
import { billLineKinds } from '@drivesim/contract/money/bills/billShapes'
import {
  type BillOrder,
  type BillRemark,
  orderKinds,
  remarkKinds,
} from '@drivesim/contract/money/bills/billThread'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { Attachments } from './Attachments.tsx'
import styles from './thread.module.css'
import { orderAmount } from './words.ts'

type Lines = Pick<BillInfo, 'lines'>['lines']

interface Props {
  remarks: readonly BillRemark[]
  lines: Lines
  /** Opens the orders of a line of the bill. */
  onOpenLine: (lineId: number) => void
}

/** Entries of a bill's thread, the newest last. */
export function Remarks({ remarks, lines, onOpenLine }: Props) {
  return (
    <ol className={styles.remarks}>
      {remarks.map(({ remarkId, at, kind, bySchool, memberName, organName, text, orders, attachments }) => (
        <li key={remarkId} data-side={bySchool ? 'school' : 'platform'}>
          <p className={styles.head}>
            <strong>{remarkKinds[kind]}</strong>
            <span>
              {organName}
              {memberName !== null && ` ${memberName}`}
            </span>
            <span className="ui-quiet">
              <DateTime at={at} />
            </span>
          </p>
          {text !== null && <p className={styles.text}>{text}</p>}
          <NamedOrders orders={orders} lines={lines} onOpenLine={onOpenLine} />
          <Attachments files={attachments} />
        </li>
      ))}
    </ol>
  )
}

function NamedOrders({
  orders,
  lines,
  onOpenLine,
}: { orders: readonly BillOrder[] } & Omit<Props, 'remarks'>) {
  if (orders.length === 0) return null
  return (
    <ul className={styles.orders} aria-label="涉及的订单">
      {orders.map(order => {
        const { orderKind, orderId, orderNo, studentName, lineId } = order
        const line = lines.find(line => line.lineId === lineId)
        return (
          <li key={`${orderKind} ${orderId}`}>
            <span>{orderKinds[orderKind]}</span>
            <OrderNumber no={orderNo} />
            <span>{studentName}</span>
            <span className="ui-digits">{orderAmount(order)}</span>
            {line !== undefined && (
              <OpenButton onOpen={() => onOpenLine(lineId)}>{billLineKinds[line.kind]}明细</OpenButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** 异议往来: what the school and the platform said about a bill. `waits`: the platform has not answered yet. */
export function Thread({ waits, ...props }: Props & { waits: boolean }) {
  if (props.remarks.length === 0) return null
  return (
    <Panel title="异议往来">
      <Remarks {...props} />
      {waits && <p className="ui-quiet">等待平台答复，答复会显示在这里。答复前不结算，也不会视为确认。</p>}
    </Panel>
  )
}
