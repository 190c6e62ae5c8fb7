import { ledgerAccounts, type Posting, postingKinds } from '@drivesim/contract/ledgerShapes'
import { rechargeChannels } from '@drivesim/contract/orderShapes'
import { DateTime } from '../ui/DateTime.tsx'
import { money } from '../ui/format.ts'
import styles from './Postings.module.css'

/** 分录: what was posted to the ledger, event by event; debit and credit of each are the same. */
export function Postings({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) return <p className="ui-quiet">还没有记账，付款后会出现在这里。</p>
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
                <span className="ui-quiet">
                  <DateTime at={posting.at} />
                </span>
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

function ownerOf({ studentName, schoolName, channel }: Posting['entries'][number]): string | null {
  return studentName ?? schoolName ?? (channel && rechargeChannels[channel])
}
