import type { Posting } from '@drivesim/contract/ledgerShapes'
import { Postings } from '../../parts/Postings.tsx'
import { Can } from '../../ui/Can.tsx'
import styles from './orders.module.css'

/** What was posted of one order or refund, for those who keep the books. */
export function PostingsOf({ postings }: { postings: readonly Posting[] }) {
  return (
    <Can code="finance">
      <h3 className={styles.part}>记账</h3>
      <Postings postings={postings} />
    </Can>
  )
}
