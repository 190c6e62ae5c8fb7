import { ledgerAccounts, type Posting, postingKinds } from '@drivesim/contract/money/ledger/ledgerShapes'
import { rechargeChannels } from '@drivesim/contract/money/orders/orderShapes'
import { money } from '../ui/format.ts'
import { OrderNumber } from './OrderNumber.tsx'
import styles from './Postings.module.css'

/** 分录: what was posted to the ledger, event by event; debit and credit of each are the same. */
export function Postings({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) return <p className="ui-quiet">还没有金额变动，所以没有记账。</p>
  return (
    <table className={styles.postings} aria-label="分录">
      <thead>
        <tr>
          <th scope="col">科目</th>
          <th scope="col">借方</th>
          <th scope="col">贷方</th>
        </tr>
      </thead>
      {postings.map(posting => (
        <tbody key={posting.journalId}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              <span className={styles.event}>
                {postingKinds[posting.kind]}
                {posting.no !== null && <OrderNumber no={posting.no} />}
                <span className="ui-quiet">{posting.day}</span>
              </span>
            </th>
          </tr>
          {posting.entries.map(entry => (
            <tr key={entry.line}>
              <td>
                {ledgerAccounts[entry.account]} <span className="ui-quiet">{ownerOf(entry)}</span>
              </td>
              <td>{entry.amount > 0 && money(entry.amount)}</td>
              <td>{entry.amount < 0 && money(-entry.amount)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function ownerOf(entry: Posting['entries'][number]): string | null {
  const { studentName, schoolName, channel, otherBillNo } = entry
  if (otherBillNo !== null) return otherBillNo
  return studentName ?? schoolName ?? (channel && rechargeChannels[channel])
}
