import {
  apiKeyEnds,
  codesInWords,
  networksInWords,
  type OwnApiKey,
  organsInWords,
} from '@drivesim/contract/open/apiKeys/apiKeyShapes'
import { apiKeys } from '@drivesim/contract/open/apiKeys/apiKeys'
import { rotationHours } from '@drivesim/contract/open/rotation'
import { App, Button } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import styles from './apiKeys.module.css'
import { KeyState } from './KeyState.tsx'
import type { MadeKey } from './ShownKey.tsx'

const invalidates = [apiKeys.own, apiKeys.list]

/** One of one's keys: what it may, until when, when it was used last; one that lives is rotated or stopped here. */
export function OwnKeyItem({ apiKey, onRotated }: { apiKey: OwnApiKey; onRotated: (made: MadeKey) => void }) {
  const { keyId, name, hint, state, mayExport } = apiKey
  const { message } = App.useApp()
  const ask = useConfirm()
  const rotation = useChange(apiKeys.rotate, { invalidates })
  const stopping = useChange(apiKeys.stop, { invalidates })
  const rotate = () =>
    ask({
      title: `轮换密钥“${name}”？`,
      consequence: `会生成新密钥并重新计算有效期。现在的密钥还能用 ${rotationHours} 小时，请在此之前换到程序里；再早的旧密钥立即失效。`,
      verb: '轮换密钥',
      run: async () => onRotated({ name, ...(await rotation.mutateAsync({ keyId })) }),
    })
  const stop = () =>
    ask({
      title: `停用密钥“${name}”？`,
      consequence: '使用它的程序随即不能再调用接口，停用后不能恢复。',
      verb: '停用密钥',
      danger: true,
      run: async () => {
        await stopping.mutateAsync({ keyId })
        void message.success('密钥已停用')
      },
    })
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{hint}…</code> <KeyState state={state} />
        <p>
          {codesInWords(apiKey)} · {organsInWords(apiKey)}
          {mayExport && ' · 允许导出'}
        </p>
        <p className="ui-quiet">
          网段 {networksInWords(apiKey)} · <Term apiKey={apiKey} /> ·{' '}
          {apiKey.lastUsedAt === null ? (
            '还没有用过'
          ) : (
            <>
              最近使用 <RelativeTime at={apiKey.lastUsedAt} />（{apiKey.lastUsedFrom}）
            </>
          )}
        </p>
      </div>
      {state === 'live' && (
        <div className={styles.acts}>
          <Button size="small" aria-label={`轮换 ${name}`} onClick={() => void rotate()}>
            轮换
          </Button>
          <Button size="small" danger aria-label={`停用 ${name}`} onClick={() => void stop()}>
            停用
          </Button>
        </div>
      )}
    </li>
  )
}

/** Until when it works, or what ended it. */
function Term({ apiKey: { endedAt, endReason, expiresAt, previousUntil } }: { apiKey: OwnApiKey }) {
  if (endedAt !== null && endReason !== null)
    return (
      <>
        {apiKeyEnds[endReason]}于 <DateTime at={endedAt} />
      </>
    )
  return (
    <>
      到期 <DateTime at={expiresAt} />
      {previousUntil !== null && (
        <>
          ，旧密钥可用至 <DateTime at={previousUntil} />
        </>
      )}
    </>
  )
}
