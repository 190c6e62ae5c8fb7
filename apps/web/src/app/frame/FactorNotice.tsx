import type { Me } from '@drivesim/contract/people/account'
import { Button } from 'antd'
import { useState } from 'react'
import { keepStored, readStored } from '../../api/stored.ts'
import { LazyOverlay } from '../../ui/LazyPart.tsx'
import { useDialogs } from './dialogs.ts'
import styles from './LayoutFrame.module.css'

const laterKey = 'factorLater'
const dayMs = 86_400_000

/** 宽限期: until when a second step is to be added, on every page, or tomorrow again. */
export function FactorNotice({ me, dueAt }: { me: Me; dueAt: string }) {
  const { firstFactor: FirstFactor } = useDialogs()
  const [opened, setOpened] = useState(false)
  const [later, setLater] = useState(() => Number(readStored(laterKey) ?? 0))
  const days = Math.max(1, Math.ceil((Date.parse(dueAt) - Date.now()) / dayMs))
  if (Date.now() - later < dayMs && !opened) return null
  return (
    <div className={styles.notice} role="status">
      <span>您的账号须开启两步验证，还剩 {days} 天；到期后须先开启才能继续使用。</span>
      <span className={styles.noticeActs}>
        <Button size="small" type="primary" onClick={() => setOpened(true)}>
          现在开启
        </Button>
        <Button
          size="small"
          type="text"
          onClick={() => {
            const now = Date.now()
            keepStored(laterKey, String(now))
            setLater(now)
          }}
        >
          明天再说
        </Button>
      </span>
      {opened && (
        <LazyOverlay onClosed={() => setOpened(false)}>
          <FirstFactor me={me} onClosed={() => setOpened(false)} />
        </LazyOverlay>
      )}
    </div>
  )
}
