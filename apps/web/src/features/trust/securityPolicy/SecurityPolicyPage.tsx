import { accessNames, isAccessCode } from '@drivesim/contract/access'
import { selfResets } from '@drivesim/contract/trust/contactKinds'
import { secondStepGroups, securityPolicy } from '@drivesim/contract/trust/securityPolicy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Can } from '../../../ui/Can.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { duration } from '../../../ui/format.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { LogPanel } from './LogPanel.tsx'
import { MemberFactorList } from './MemberFactorList.tsx'
import { PolicyDrawer } from './PolicyDrawer.tsx'
import type { Policy } from './policy.ts'
import styles from './securityPolicy.module.css'
import { WaitingResets } from './WaitingResets.tsx'

/** 安全设置: what is asked of whoever signs in, and how far they are. */
export default function SecurityPolicyPage() {
  const policy = useQuery(query(securityPolicy.info, undefined, { quiet: true }))
  const reason = usePlatformOnly('安全设置')
  const [editing, setEditing] = useState(false)
  if (policy.error !== null) return <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
  if (policy.data === undefined) return <PageSkeleton panels={[200, 420]} />
  return (
    <div className="ui-page">
      <PageHead
        title="安全设置"
        facts={<span>改动立即生效；须开启两步验证的成员到期后先开启才能继续使用</span>}
        actions={
          <ActButton type="primary" reason={reason} onClick={() => setEditing(true)}>
            修改
          </ActButton>
        }
      />
      <div className={styles.panels}>
        <SecondStepPanel policy={policy.data} />
        <SessionPanel policy={policy.data} />
        <Can code="system">
          <LogPanel />
        </Can>
      </div>
      <Can code="system:user">
        <WaitingResets />
      </Can>
      <MemberFactorList />
      {editing && <PolicyDrawer policy={policy.data} onClosed={() => setEditing(false)} />}
    </div>
  )
}

function SecondStepPanel({ policy }: { policy: Policy }) {
  const { secondStepFor, codes, graceDays, codesDueAt, allDueAt, stepUpMinutes } = policy
  return (
    <Panel title="两步验证">
      <Facts
        items={[
          ['须开启两步验证的成员', secondStepGroups[secondStepFor]],
          [
            '指定权限',
            codes
              .filter(isAccessCode)
              .map(code => accessNames[code])
              .join('、'),
          ],
          ['宽限天数', `${graceDays} 天`],
          ['指定权限须开启时间', codesDueAt === null ? '不要求' : <DateTime key="codes" at={codesDueAt} />],
          ['其他成员须开启时间', allDueAt === null ? '不要求' : <DateTime key="all" at={allDueAt} />],
          ['重要操作须再次验证', `距上次验证超过 ${stepUpMinutes} 分钟`],
        ]}
      />
    </Panel>
  )
}

function SessionPanel({ policy }: { policy: Policy }) {
  const {
    idleMinutes,
    moneyIdleMinutes,
    absoluteHours,
    mostSessions,
    systemNetworks,
    selfReset,
    consentNeeded,
  } = policy
  return (
    <Panel title="登录与网络">
      <Facts
        items={[
          ['登录保持', `离开后 ${duration(idleMinutes * 60)}`],
          ['资金权限无操作退出', duration(moneyIdleMinutes * 60)],
          ['登录最长时间', duration(absoluteHours * 3600)],
          ['每人同时登录', `${mostSessions} 台设备`],
          ['忘记密码自助重置', selfResets[selfReset]],
          ['新增学员须登记告知同意', consentNeeded ? '要求' : '不要求'],
          ['系统管理的网段', systemNetworks.length === 0 ? '不限' : systemNetworks.join('、')],
        ]}
      />
    </Panel>
  )
}
