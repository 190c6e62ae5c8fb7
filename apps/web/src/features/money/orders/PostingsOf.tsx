import type { Posting } from '@drivesim/contract/money/ledger/ledgerShapes'
import { Postings } from '../../../parts/Postings.tsx'
import styles from './orders.module.css'

/** What was posted of one order or refund; null: the reader does not keep the books. */
export function PostingsOf({ postings }: { postings: readonly Posting[] | null }) {
  if (postings === null) return null
  return (
    <>
      <h3 className={styles.part}>记账</h3>
      <Postings postings={postings} />
    </>
  )
}
