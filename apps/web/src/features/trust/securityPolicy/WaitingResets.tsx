import { firstPasswordDays } from '@drivesim/contract/people/account'
import { factorResets, identityProofs, type WaitingReset } from '@drivesim/contract/trust/factorResets'
import { securityPolicy } from '@drivesim/contract/trust/securityPolicy'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { ShownOnce } from '../../../ui/ShownOnce.tsx'
import styles from './securityPolicy.module.css'

/** Lost second steps that wait for another administrator's word; nothing where none does. */
export function WaitingResets() {
  const waiting = useQuery(query(factorResets.list, undefined, { quiet: true }))
  const [shown, setShown] = useState<{ userAccount: string; firstPassword: string | null } | null>(null)
  const act = useDecision(setShown)
  const list = waiting.data ?? []
  if (list.length === 0 && shown === null) return null
  return (
    <Panel title={`待批准的两步验证重置（${list.length}）`}>
      <ul className={styles.resets}>
        {list.map(reset => (
          <li key={reset.requestId}>
            <div>
              <strong>{reset.userName}</strong>（{reset.userAccount}，{reset.organName}）
              <p className="ui-quiet">
                {reset.askedBy} 于 <DateTime at={reset.askedAt} /> 申请，{identityProofs[reset.proof]}：
                {reset.reason}
              </p>
            </div>
            <ActButton reason={reset.notDecided} onClick={() => act(reset, false)}>
              拒绝
            </ActButton>
            <ActButton type="primary" reason={reset.notDecided} onClick={() => act(reset, true)}>
              批准
            </ActButton>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <ShownOnce
          title={`账号 ${shown.userAccount} 的初始密码`}
          what="密码"
          secret={shown.firstPassword}
          warning="密码只显示这一次，关闭后不能再查看。请现在交给成员本人。"
          lost="密码已经显示过一次，不能再次查看。如未保存，请重置密码。"
          note={`请成员在 ${firstPasswordDays} 天内用它登录，修改密码并重新开启两步验证。`}
          onClosed={() => setShown(null)}
        />
      )}
    </Panel>
  )
}

function useDecision(onReset: (shown: { userAccount: string; firstPassword: string | null }) => void) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const decide = useChange(factorResets.decide, { invalidates: [factorResets.list, securityPolicy.members] })
  return ({ requestId, userName, userAccount }: WaitingReset, accept: boolean) =>
    void confirm({
      title: `${accept ? '批准' : '拒绝'}重置“${userName}”的两步验证？`,
      consequence: accept
        ? '批准后原来的验证方式、恢复码和密码作废，全部登录退出，您会看到新的初始密码。'
        : '拒绝后成员仍须用原来的验证方式登录。',
      verb: accept ? '批准重置' : '拒绝',
      danger: accept,
      run: async () => {
        const { firstPassword } = await decide.mutateAsync({ requestId, accept })
        if (accept) onReset({ userAccount, firstPassword })
        else void message.success('已拒绝')
      },
    })
}
