import type { DataOf } from '@drivesim/contract/endpoint'
import { type ApprovalKind, approvalKinds, approvalList, approvals } from '@drivesim/contract/money/approvals'
import { refundList } from '@drivesim/contract/money/orders/orderRows'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { query, useChange } from '../../../api/query.ts'
import { useAccountReveal } from '../../../parts/MaskedAccount.tsx'
import { isOrderNumber, OrderNumber } from '../../../parts/OrderNumber.tsx'
import { useWithdraw } from '../../../parts/useWithdraw.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { withWholeFigures } from '../../../ui/withWholeFigures.tsx'
import styles from './approvals.module.css'
import { approvalReads } from './reads.ts'
import { ApprovalTag } from './tags.tsx'

type Approval = DataOf<typeof approvals.info>

/** One request: what it asks for, as it is and as it would be, and what one may say to it. */
export function ApprovalDrawer({ approvalId, onClosed }: { approvalId: number; onClosed: () => void }) {
  const detail = useQuery(query(approvals.info, { approvalId }, { quiet: true }))
  const approval = detail.data
  return (
    <ReadDrawer
      title={approval === undefined ? '审批' : `${approvalKinds[approval.kind]}审批`}
      link={`/finacial/approvals?approvalId=${approvalId}`}
      onClosed={onClosed}
      {...(approval?.state === 'waiting' && { footer: <Acts approval={approval} /> })}
    >
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && approval === undefined && <BlockSkeleton height={320} />}
      {approval !== undefined && <ApprovalContent approval={approval} />}
    </ReadDrawer>
  )
}

function ApprovalContent({ approval }: { approval: Approval }) {
  const { title, to, state, kind, reason } = approval
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        <ApprovalTag state={state} />
      </div>
      <Lines approval={approval} />
      {to !== null && (
        <p>
          <Link to={to}>查看原记录</Link>
        </p>
      )}
      <Facts
        items={[
          ...factsOf(approvalList, approval, ['schoolName', 'amount']),
          [isRefund(kind) ? refundList.columns.reason.word : approvalList.columns.reason.word, reason],
          ...factsOf(approvalList, approval, ['askedBy', 'askedAt']),
          ...(state === 'waiting'
            ? [['过期时间', <DateTime key="ends" at={approval.endsAt} missing="不过期" />] as const]
            : factsOf(approvalList, approval, ['decidedBy', 'decidedAt', 'opinion'])),
        ]}
      />
    </>
  )
}

const isRefund = (kind: ApprovalKind) => kind === 'refund' || kind === 'refundPayee'

/** What is asked for, line by line; what it takes the place of is crossed out. */
function Lines({ approval }: { approval: Approval }) {
  const { approvalId, lines, kind, title, schoolName } = approval
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, before, after, masked }, line) => (
        <div key={label}>
          <dt>{withWholeFigures(label)}</dt>
          <dd>
            {before !== null && (
              <del>
                <span className="visually-hidden">原为</span>
                {withWholeFigures(before)}
              </del>
            )}
            <ins>
              {before !== null && <span className="visually-hidden">改为</span>}
              {isOrderNumber(after) ? <OrderNumber no={after} /> : withWholeFigures(after)}
            </ins>
            {masked && (
              <LineAccount
                name={isRefund(kind) ? title : (schoolName ?? label)}
                before={before}
                of={{ approvalId, line }}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface LineAccountProps {
  /** Who is paid. */
  name: string
  before: string | null
  of: { approvalId: number; line: number }
}

/** 查看 of the accounts of a line, for those who decide or pay. */
function LineAccount({ name, before, of }: LineAccountProps) {
  const { button, dialog } = useAccountReveal({
    name,
    endpoint: approvals.revealAccount,
    of,
    words: { ...(before !== null && { before: '原来的' }), account: before === null ? '收款账户' : '改为' },
  })
  return (
    <>
      {button}
      {dialog}
    </>
  )
}

function Acts({ approval }: { approval: Approval }) {
  const { approvalId, title, own, notDecided, kind } = approval
  const [rejecting, reject] = useState(false)
  const { message } = App.useApp()
  const ask = useConfirm()
  const decide = useChange(approvals.decide, { invalidates: approvalReads })
  const withdraw = useWithdraw(approvalReads)
  const approve = () =>
    ask({
      title: `同意“${title}”？`,
      consequence: consequences[kind],
      verb: '同意',
      run: async () => {
        await decide.mutateAsync({ approvalId, accept: true })
        message.success('已同意')
      },
    })
  const takeBack = () =>
    withdraw({ approvalId, title, consequence: '撤回后不再等待审批，需要时可以重新提交。' })
  return (
    <div className="ui-form-ends">
      {own && kind !== 'unasked' && kind !== 'deposit' && <Button onClick={takeBack}>撤回</Button>}
      <ActButton reason={notDecided} onClick={() => reject(true)}>
        驳回
      </ActButton>
      <ActButton type="primary" reason={notDecided} onClick={approve}>
        同意
      </ActButton>
      {rejecting && (
        <ReasonForm
          endpoint={approvals.decide}
          of={{ approvalId, accept: false }}
          reads={approvalReads}
          title={`驳回“${title}”`}
          verb="驳回"
          consequence="原因会显示给提交人。"
          onClosed={() => reject(false)}
        />
      )}
    </div>
  )
}

/** What a yes leads to. */
const consequences = {
  refund: '同意后按申请退款。',
  refundPayee: '同意后由平台按新的收款人转账。',
  payment: '同意后由财务转账并登记，款项付到上面列出的账户。',
  unasked: '表示这笔付款没有问题；付款本身不变。',
  deposit: '表示这笔退还没有问题；押金收退本身不变。',
  adjustment: '同意后计入驾校的下一份账单。',
  account: '同意后平台付款到新的账户，并通知驾校。',
  limit: '同意后次日起按新的限额执行。',
} as const
