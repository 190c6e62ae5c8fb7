import { Link } from 'react-router'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { SectionTabs } from '../../../parts/SectionTabs.tsx'
import { RowsSkeleton } from '../../../ui/states.tsx'
import { BillList } from './BillList.tsx'
import styles from './bills.module.css'

/** 对账管理: where bills are checked, and the way to the other lists of bills; what the platform checks besides is a tab. */
export default function ReconciliationPage() {
  const ofPlatform = useManagesPlatform()
  if (ofPlatform === null) return <RowsSkeleton />
  if (!ofPlatform) return <Bills />
  const own = { name: 'bills', title: '账单', content: <Bills /> }
  return <SectionTabs page="reconciliation" label="对账管理" own={own} given={{}} />
}

function Bills() {
  return (
    <div className={styles.stack}>
      <nav className={styles.ways} aria-label="账单">
        <Link to="/finacial/currentBill">本期账单</Link>
        <Link to="/finacial/pastBill">往期账单</Link>
        <Link to="/finacial/collectionBill">还款账单</Link>
      </nav>
      <BillList
        name="reconciliation"
        title="对账管理"
        empty={{ title: '没有需要对账的账单', hint: '每月出账日自动生成上月的账单' }}
      />
    </div>
  )
}
