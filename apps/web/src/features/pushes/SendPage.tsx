import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { OutboxList } from './OutboxList.tsx'
import { PushList } from './PushList.tsx'
import './pushes.css'

/** 推送管理, and 发件箱: what left by mail and text message. */
export default function SendPage() {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'outbox' ? 'outbox' : 'pushes'
  return (
    <div className="push-page">
      <Segmented
        className="push-tabs"
        aria-label="推送或发件箱"
        value={tab}
        options={[
          { value: 'pushes', label: '推送' },
          { value: 'outbox', label: '发件箱' },
        ]}
        // Filters of one list mean nothing in the other.
        onChange={next => setSearch(next === 'outbox' ? { tab: 'outbox' } : {})}
      />
      {tab === 'outbox' ? <OutboxList /> : <PushList />}
    </div>
  )
}
