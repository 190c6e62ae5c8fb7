import { channels, codeMinutes, payChannels } from '@drivesim/contract/money/channels'
import { useQuery } from '@tanstack/react-query'
import { query, useChange } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { RechargeFields, type RechargeFor } from './RechargeFields.tsx'
import { orderReads } from './reads.ts'

interface Props {
  given: RechargeFor
  /** The order waits: its code is to be shown. */
  onMade: (orderId: number) => void
  onClosed: () => void
}

/** 扫码收款: an order that the student pays with their phone. */
export function CodeForm({ given, onMade, onClosed }: Props) {
  const offered = useQuery(query(channels.offered, undefined, { quiet: true }))
  const make = useChange(channels.rechargeByCode, { invalidates: orderReads, quiet: true })
  const names = offered.data?.channels ?? []
  return (
    <DrawerForm
      title="扫码收款"
      submitText="生成收款码"
      schema={channels.rechargeByCode.input}
      initial={{ ...given }}
      loading={make.isPending}
      submitError={make.error}
      onSubmit={async values => onMade((await make.mutateAsync(values)).orderId)}
      onClosed={onClosed}
    >
      {offered.error !== null && <ErrorState error={offered.error} onRetry={() => void offered.refetch()} />}
      {offered.isPending && <BlockSkeleton height={32} />}
      {offered.data !== undefined && names.length === 0 && (
        <p role="status">还没有配置微信支付或支付宝，不能扫码收款；收到现金请用“登记线下充值”。</p>
      )}
      <RechargeFields amountLabel="收款金额">
        {names.length > 0 && (
          <Field name="channel" initial={names[0]} help={`收款码 ${codeMinutes} 分钟内有效`}>
            <Choices
              optionType="button"
              options={names.map(name => ({ value: name, label: payChannels[name] }))}
            />
          </Field>
        )}
      </RechargeFields>
    </DrawerForm>
  )
}
