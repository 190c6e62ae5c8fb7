import type { Me } from '@drivesim/contract/people/account'
import { factors } from '@drivesim/contract/trust/factors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { meQuery } from '../../../api/me.ts'
import { query } from '../../../api/query.ts'
import { useLogout } from '../../../app/frame/useLogout.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import AccountSecurity from './AccountSecurity.tsx'
import styles from './factors.module.css'

interface Props {
  readonly me: Me
  /** Missing: it is due, and nothing else is possible before. */
  readonly onClosed?: () => void
}

/** 开启两步验证: stands open until it is done, where it is due. */
export default function FirstFactor({ me, onClosed }: Props) {
  const client = useQueryClient()
  const askLogout = useLogout()
  const { data: own, isPending } = useQuery(query(factors.info, undefined, { quiet: true }))
  const isThere = own !== undefined && own.factors.length > 0
  const finish = () => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey })
    onClosed?.()
  }
  return (
    <DraggableModal
      title="开启两步验证"
      open
      width={600}
      closable={onClosed !== undefined}
      mask={{ closable: false }}
      keyboard={onClosed !== undefined}
      footer={null}
      {...(onClosed !== undefined && { onCancel: finish })}
    >
      {!isThere && (
        <Alert
          className={styles.intro ?? ''}
          type="info"
          showIcon
          title={
            onClosed === undefined
              ? `${me.userName}，您好。您的账号能影响资金或他人的数据，请先开启两步验证，再开始使用。`
              : '开启后，登录时除密码外再确认一次，别人知道密码也登录不了。'
          }
        />
      )}
      <AccountSecurity />
      <div className={styles.ends}>
        {/* Not before what it stands below: the dialog gives the focus to its first button. */}
        {onClosed === undefined && !isPending && <Button onClick={askLogout}>退出登录</Button>}
        {isThere && (
          <Button type="primary" onClick={finish}>
            {onClosed === undefined ? '开始使用' : '完成'}
          </Button>
        )}
      </div>
    </DraggableModal>
  )
}
