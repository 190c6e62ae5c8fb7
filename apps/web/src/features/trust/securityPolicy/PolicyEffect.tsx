import { type PolicyForm, policyForm, securityPolicy } from '@drivesim/contract/trust/securityPolicy'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { query } from '../../../api/query.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'

/** What the policy in the surrounding form would mean for those who are here. */
export function PolicyEffect() {
  const form = Form.useFormInstance()
  // Watched, so that each change is seen; read whole, since fields that are not shown are sent, too.
  Form.useWatch([], form)
  const typed = useDebounced(JSON.stringify(form.getFieldsValue(true)))
  const asked = policyForm.safeParse(JSON.parse(typed))
  const effect = useQuery({
    ...query(securityPolicy.preview, asked.data ?? blank, { quiet: true }),
    enabled: asked.success,
    placeholderData: keepPreviousData,
  })
  if (!asked.success || effect.data === undefined) {
    const why = effect.error?.message ?? '填写完整后显示这些设置的影响'
    return <Alert type="info" showIcon title={why} />
  }
  const { members, obliged, lacking, atOnce, endedSessions } = effect.data
  const lines = [
    obliged === 0 ? `${members} 名成员都不要求两步验证` : `${members} 名成员中有 ${obliged} 人须开启两步验证`,
    ...(lacking > 0 ? [`将有 ${lacking} 人须开启${atOnce > 0 ? `，其中 ${atOnce} 人立即` : ''}`] : []),
    ...(endedSessions > 0 ? [`${endedSessions} 台设备将立即退出登录`] : []),
  ]
  return (
    <Alert
      type={atOnce > 0 || endedSessions > 0 ? 'warning' : 'info'}
      showIcon
      title="保存后"
      description={lines.map(line => <div key={line}>{line}</div>)}
    />
  )
}

/** Stands where the form cannot be asked about. */
const blank: PolicyForm = {
  secondStepFor: 'none',
  codes: [],
  graceDays: 0,
  stepUpMinutes: 15,
  idleMinutes: 1440,
  moneyIdleMinutes: 30,
  absoluteHours: 720,
  mostSessions: 20,
  systemNetworks: [],
  selfReset: 'off',
  consentNeeded: false,
}
