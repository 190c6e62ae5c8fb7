import type { DataOf } from '@drivesim/contract/endpoint'
import { hasMaskedAccount } from '@drivesim/contract/fields'
import { contractList } from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { RecordAttachments } from '../../../parts/attachments/RecordAttachments.tsx'
import { CommentsPart } from '../../../parts/comments/Comments.tsx'
import { useAccountReveal } from '../../../parts/MaskedAccount.tsx'
import { ObjectLogLink } from '../../../parts/objectLog.tsx'
import { Voucher } from '../../../parts/Voucher.tsx'
import { DateTime, DaySpan } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { number } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { accountReveal } from './accountReveal.ts'
import styles from './contracts.module.css'
import { termsOf } from './contractWords.ts'
import { DepositEntries } from './DepositEntries.tsx'
import { ContractTags } from './tags.tsx'

type Contract = DataOf<typeof contracts.info>

/** Everything of one contract, with the signed paper and what was paid of the deposit. */
export function ContractDrawer({ contractId, onClosed }: { contractId: number; onClosed: () => void }) {
  const detail = useQuery(query(contracts.info, { contractId }, { quiet: true }))
  const contract = detail.data
  return (
    <ReadDrawer
      title={contract === undefined ? '合同' : `合同 ${contract.no}`}
      link={`/finacial/configuration?contractId=${contractId}`}
      pin={['contract', contractId]}
      extra={<ObjectLogLink kind="contract" id={contractId} />}
      onClosed={onClosed}
    >
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && contract === undefined && <BlockSkeleton height={320} />}
      {contract !== undefined && (
        <>
          <ContractContent contract={contract} />
          <CommentsPart kind="contract" subjectId={contractId} />
        </>
      )}
    </ReadDrawer>
  )
}

/** An account that is not paid to yet: it waits for another person, or for its day. */
function newAccount({ bank, accountToCome, accountFrom, accountApprovalId }: Contract) {
  if (!accountToCome) return []
  if (accountApprovalId !== null) {
    const link = (
      <Link key="account" to={`/finacial/approvals?tab=all&approvalId=${accountApprovalId}`}>
        {bank}，待审批
      </Link>
    )
    return [['新的收款账户', link] as const]
  }
  const when = accountFrom === null ? '没有审批，请重新保存合同' : `${accountFrom} 起`
  return [['新的收款账户', `${bank ?? '没有'}，${when}`] as const]
}

/** With 查看 also where there is none yet: the one that waits is shown then. */
function Account({ contract }: { contract: Contract }) {
  const { account, bank, accountToCome, schoolName, contractId } = contract
  const { button, dialog } = useAccountReveal(accountReveal({ schoolName, contractId, accountToCome }))
  return (
    <>
      {account ?? '—'}
      {bank !== null && !contract.accountSplit && (
        <span className="ui-quiet">（户名、账号、开户行待补全）</span>
      )}{' '}
      {[account, bank].some(text => text !== null && hasMaskedAccount(text)) && button}
      {dialog}
    </>
  )
}

function ContractContent({ contract }: { contract: Contract }) {
  return (
    <>
      <Facts
        items={[
          ...factsOf(contractList, contract, ['schoolName']),
          ['状态', <ContractTags key="state" {...contract} />],
          ['合作方式', termsOf(contract)],
          ['合同期限', <DaySpan key="days" from={contract.startsOn} until={contract.endsOn} />],
          ['出账日', `每月 ${contract.billingDay} 日`],
          ['付款期限', `出账后 ${number(contract.dueDays)} 天`],
          ...factsOf(contractList, contract, ['deposit', 'depositBalance', 'offlineCap', 'deemed']),
          ['收款账户', <Account key="account" contract={contract} />],
          ...newAccount(contract),
          ...factsOf(contractList, contract, ['createdBy']),
          ['录入时间', <DateTime key="made" at={contract.createdAt} />],
          ...(contract.voidReason === null ? [] : factsOf(contractList, contract, ['voidReason'])),
        ]}
      />
      <div className={styles.part}>
        <h3>合同附件</h3>
      </div>
      {contract.attachmentId === null ? (
        <p className="ui-quiet">还没有上传合同照片。</p>
      ) : (
        <Voucher voucherId={contract.attachmentId} alt="合同附件" />
      )}
      <div className={styles.part}>
        <h3>其他附件</h3>
      </div>
      <RecordAttachments kind="contract" subjectId={contract.contractId} />
      <div className={styles.part}>
        <h3>押金收退</h3>
      </div>
      <DepositEntries entries={contract.entries} />
    </>
  )
}
