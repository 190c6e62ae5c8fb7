import { mostApiKeys } from '@drivesim/contract/open/apiKeys/apiKeyErrors'
import type { OwnApiKey } from '@drivesim/contract/open/apiKeys/apiKeyShapes'
import { apiKeys } from '@drivesim/contract/open/apiKeys/apiKeys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { AddApiKey } from './AddApiKey.tsx'
import styles from './apiKeys.module.css'
import { OwnKeyItem } from './OwnKeyItem.tsx'
import { type MadeKey, ShownKey } from './ShownKey.tsx'

/** 个人中心 › 接口密钥: what programs call with in one's name. */
export default function OwnApiKeys() {
  const own = useQuery(query(apiKeys.own, undefined, { quiet: true }))
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  return (
    <>
      <div className={styles.head}>
        <p className="ui-quiet">
          程序用密钥代替您登录来调用接口。接口清单和试用在 <a href="/docs">接口文档</a>。
        </p>
        <ActButton type="primary" reason={fullReason(own.data ?? [])} onClick={() => setAdding(true)}>
          新建密钥
        </ActButton>
      </div>
      {own.isPending && <RowsSkeleton rows={3} />}
      {own.error !== null && own.data === undefined && (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} />
      )}
      {own.data?.length === 0 && (
        <EmptyState title="还没有接口密钥" hint="需要其他系统读取或写入数据时，为它新建一个" />
      )}
      <ul className={styles.keys} aria-label="我的接口密钥">
        {own.data?.map(key => (
          <OwnKeyItem key={key.keyId} apiKey={key} onRotated={setMade} />
        ))}
      </ul>
      {adding && <AddApiKey onMade={setMade} onClosed={() => setAdding(false)} />}
      {made !== null && <ShownKey made={made} onClosed={() => setMade(null)} />}
    </>
  )
}

const fullReason = (keys: readonly OwnApiKey[]) =>
  keys.filter(({ state }) => state === 'live').length < mostApiKeys
    ? null
    : `最多可有 ${mostApiKeys} 个有效的密钥，请先停用一个`
