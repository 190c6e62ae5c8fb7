import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import ContractList from './ContractList.tsx'
import styles from './contracts.module.css'
import { TimelineList } from './TimelineList.tsx'

const views = [
  { value: 'list', label: '合同列表' },
  { value: 'timeline', label: '时间线' },
]

/** 合同信息配置: the contracts with the schools, as a list or on a time line. */
export default function ContractPage() {
  const [search, setSearch] = useSearchParams()
  const line = search.get('tab') === 'timeline'
  return (
    <div className={styles.views}>
      <Segmented
        aria-label="合同列表或时间线"
        value={line ? 'timeline' : 'list'}
        options={views}
        // Filters of one view mean nothing in the other.
        onChange={next => setSearch(next === 'list' ? {} : { tab: next })}
      />
      {line ? <TimelineList /> : <ContractList />}
    </div>
  )
}
