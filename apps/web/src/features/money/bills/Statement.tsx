import { billList } from '@drivesim/contract/money/bills/billLists'
import { type BillInfo, monthWords } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { CommentsPanel } from '../../../parts/comments/Comments.tsx'
import { MaskedAccount } from '../../../parts/MaskedAccount.tsx'
import { ObjectLogLink } from '../../../parts/objectLog.tsx'
import { Postings } from '../../../parts/Postings.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { money } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import styles from './bills.module.css'
import { Events } from './Events.tsx'
import { LineOrders } from './LineOrders.tsx'
import { Lines } from './Lines.tsx'
import { AdjustmentsPanel, CustodyPanel, PointsPanel, Sums } from './Parts.tsx'
import { Payments } from './Payments.tsx'
import { PrintStatement } from './PrintStatement.tsx'
import { Requests } from './Requests.tsx'
import { Thread } from './Thread.tsx'
import { BillTags } from './tags.tsx'
import { useBillActions } from './useBillActions.tsx'
import { leftOf } from './words.ts'

/** A school's month: what it adds up to, from which orders, who agreed to it, and what was paid. */
export function Statement({ billId }: { billId: number }) {
  const detail = useQuery(query(bills.info, { billId }, { quiet: true }))
  useRecordName(detail.data?.no)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) return <PageSkeleton panels={[120, 320, 160]} />
  return <StatementContent bill={detail.data} />
}

/** Where the school is paid to: its contract's account, which counts once another person agreed. */
function AccountOf({ bill }: { bill: BillInfo }) {
  const { account, bank, contractId, schoolName } = bill
  const isAgreed = account !== null || bank === null
  const text = isAgreed ? account : `${bank}（待审批，还不能付款）`
  if (text === null || contractId === null) return text ?? '—'
  return (
    <MaskedAccount
      text={text}
      name={schoolName}
      endpoint={contracts.revealAccount}
      of={{ contractId }}
      words={isAgreed ? { account: '收款账户' } : { bank: '待审批的收款账户' }}
    />
  )
}

function StatementContent({ bill }: { bill: BillInfo }) {
  const { of, dialogs } = useBillActions()
  const [line, openLine] = useState<number | null>(null)
  const opened = bill.lines.find(({ lineId }) => lineId === line)
  const waits = bill.state === 'disputed'
  const thread = <Thread remarks={bill.thread} lines={bill.lines} waits={waits} onOpenLine={openLine} />
  // Until then it is what there is to do about the bill; afterwards it is history.
  const isAgreed = bill.confirmedHow !== null
  return (
    <div className="ui-page">
      <PageHead
        title={`${bill.schoolName} ${monthWords(bill.month)}对账单`}
        tag={<BillTags {...bill} />}
        facts={
          <>
            <span className="ui-digits">{bill.no}</span>
            <span>出账日 {bill.issuedOn}</span>
            <span>到期日 {bill.dueOn}</span>
            {bill.state === 'toCheck' && bill.deemedOn !== null && (
              <span>{bill.deemedOn} 起未提异议视为确认</span>
            )}
          </>
        }
        actions={
          <>
            {of(bill).map(({ label, onAct }, index) => (
              <Button key={label} type={index === 0 ? 'primary' : 'default'} onClick={onAct}>
                {label}
              </Button>
            ))}
            <ObjectLogLink kind="bill" id={bill.billId} />
            <PrintStatement bill={bill} />
          </>
        }
      />
      {!isAgreed && thread}
      <Panel title="净额">
        <Sums {...bill} />
      </Panel>
      <Panel title="明细">
        <Lines lines={bill.lines} onOpen={openLine} />
        <p className={styles.note}>
          分成按每份合同的合计四舍五入到分，每份合同的误差不超过半分。收入按付款计算，与是否已训练无关。
        </p>
      </Panel>
      <CustodyPanel custody={bill.custody} />
      <PointsPanel points={bill.points} />
      <AdjustmentsPanel adjustments={bill.adjustments} />
      <Panel title="结算">
        <Facts
          items={[
            ...factsOf(billList, bill, ['confirmedHow']),
            ['已结', money(Math.abs(bill.paid))],
            ['未结', money(leftOf(bill))],
            ['收款账户', bill.net > 0 ? <AccountOf key="account" bill={bill} /> : null],
            ['发票号码', bill.invoiceNo],
            ['开票日期', bill.invoiceOn],
          ]}
        />
        <p className={`ui-digits ${styles.note}`}>校验码 {bill.digest}</p>
      </Panel>
      <Requests requests={bill.requests} />
      <Payments payments={bill.payments} />
      <Panel title="记账">
        <Postings postings={bill.postings} />
      </Panel>
      {isAgreed && thread}
      <CommentsPanel kind="bill" subjectId={bill.billId} />
      <Events events={bill.events} />
      {opened !== undefined && (
        <LineOrders billId={bill.billId} line={opened} onClosed={() => openLine(null)} />
      )}
      {dialogs}
    </div>
  )
}
