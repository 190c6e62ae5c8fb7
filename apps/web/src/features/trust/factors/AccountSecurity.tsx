import { factorKinds, mostFactors, recoveryCodes } from '@drivesim/contract/trust/factorKinds'
import { factors } from '@drivesim/contract/trust/factors'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tooltip } from 'antd'
import { useState } from 'react'
import { canUsePasskeys } from '../../../api/passkeys.ts'
import { query } from '../../../api/query.ts'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { AddTotp } from './AddTotp.tsx'
import { Contacts, FirstFactorProof } from './Contacts.tsx'
import { FactorList } from './FactorList.tsx'
import styles from './factors.module.css'
import { Identities } from './Identities.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Dialog = 'passkey' | 'totp' | 'recovery'

/** 账号安全: what one proves who one is with besides the password. */
export default function AccountSecurity() {
  const own = useQuery(query(factors.info, undefined, { quiet: true }))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  if (own.data === undefined) {
    return own.error === null ? (
      <RowsSkeleton rows={3} />
    ) : (
      <ErrorState error={own.error} onRetry={() => void own.refetch()} />
    )
  }
  const { factors: list, recoveryLeft, passkeyRefusal, contacts, isStrange } = own.data
  const isFull = (kind: keyof typeof mostFactors) =>
    list.filter(one => one.kind === kind).length >= mostFactors[kind]
  const noPasskey =
    passkeyRefusal ?? (canUsePasskeys() ? null : '这个浏览器或这个地址不能使用通行密钥，请用动态验证码')
  // Who adds the first one is shown the codes for the day it is lost.
  const added = () => setDialog(list.length === 0 ? 'recovery' : null)
  return (
    <>
      {list.length === 0 ? (
        <Alert
          type="info"
          showIcon
          title="还没有开启两步验证"
          description="开启后，别人即使知道您的密码也登录不了。推荐通行密钥：用这台设备的指纹、面容或密码确认，不用记，也不会被骗走。"
        />
      ) : (
        <FactorList factors={list} />
      )}
      {isStrange && <FirstFactorProof contacts={contacts} />}
      <div className={styles.acts}>
        <Tooltip title={noPasskey}>
          <Button
            type={list.length === 0 && noPasskey === null ? 'primary' : 'default'}
            disabled={isStrange || noPasskey !== null || isFull('passkey')}
            onClick={() => setDialog('passkey')}
          >
            添加{factorKinds.passkey}
          </Button>
        </Tooltip>
        <Button disabled={isStrange || isFull('totp')} onClick={() => setDialog('totp')}>
          添加{factorKinds.totp}
        </Button>
      </div>
      {list.length > 0 && (
        <section className={styles.recovery} aria-labelledby="factors-recovery">
          <div>
            <h3 id="factors-recovery">恢复码</h3>
            <p className="ui-quiet">
              {recoveryLeft === 0
                ? '还没有恢复码。手机丢失时只能找管理员重置，请现在生成。'
                : `手机不在身边时用来登录，还剩 ${recoveryLeft} 个，共 ${recoveryCodes} 个。`}
            </p>
          </div>
          <Button onClick={() => setDialog('recovery')}>
            {recoveryLeft === 0 ? '生成恢复码' : '重新生成'}
          </Button>
        </section>
      )}
      {!isStrange && <Contacts contacts={contacts} />}
      <Identities />
      {dialog === 'passkey' && <AddPasskey onDone={added} onClosed={() => setDialog(null)} />}
      {dialog === 'totp' && <AddTotp onDone={added} onClosed={() => setDialog(null)} />}
      {dialog === 'recovery' && <RecoveryCodes left={recoveryLeft} onClosed={() => setDialog(null)} />}
    </>
  )
}
