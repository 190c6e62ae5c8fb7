import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import { type BonusTier, bonusTier } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { App, Button } from 'antd'
import { z } from 'zod'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { moneyIn } from '../../../ui/form/moneyIn.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import styles from './orders.module.css'
import { RaiseNotice } from './RaiseNotice.tsx'

export type Settings = DataOf<typeof orders.settings>

const takesEffect = '调低立即生效，调高须另一人同意后次日生效'

interface Props {
  settings: Settings
  onClosed: () => void
}

/** 充值档位与审批限额: what a recharge brings, and from when on a refund or a payment needs a second person. */
export function SettingsForm({ settings, onClosed }: Props) {
  const { message } = App.useApp()
  const save = useChange(orders.saveSettings, { invalidates: [orders.settings], quiet: true })
  return (
    <DrawerForm
      title="充值档位与审批限额"
      submitText="保存"
      schema={orders.saveSettings.input}
      initial={settings}
      loading={save.isPending}
      submitError={save.error}
      describe={describe}
      onSubmit={async values => {
        await save.mutateAsync(values)
        message.success(
          values.approvalLimit > settings.approvalLimit || (values.payoutLimit ?? 0) > settings.payoutLimit
            ? '已保存；调高的限额等另一人同意，次日生效'
            : '已保存，之后的充值和退款按新的规定',
        )
      }}
      onClosed={onClosed}
    >
      <RaiseNotice settings={settings} onDone={onClosed} />
      <Field name="approvalLimit" help={takesEffect}>
        <YuanInput />
      </Field>
      <Field name="payoutLimit" help={takesEffect}>
        <YuanInput />
      </Field>
      <Field name="tiers" help="按达到的最高一档赠送；不设则不赠送">
        <TierEditor />
      </Field>
    </DrawerForm>
  )
}

/** Amounts in words where two versions are compared. */
function describe(name: string, value: unknown) {
  if (name === 'approvalLimit' || name === 'payoutLimit') return moneyIn(value)
  const tiers = z.array(bonusTier).safeParse(value)
  return tiers.data?.map(({ fromAmount, bonus }) => `充 ${money(fromAmount)} 送 ${money(bonus)}`).join('；')
}

/** A tier while it is typed. */
type Draft = { [Name in keyof BonusTier]?: number | null }

interface EditorProps {
  id?: string
  value?: readonly Draft[]
  onChange?: (tiers: readonly Draft[]) => void
}

function TierEditor({ id, value = [], onChange }: EditorProps) {
  const change = (place: number, part: Draft) =>
    onChange?.(value.map((tier, index) => (index === place ? { ...tier, ...part } : tier)))
  // By their place: what is typed has no other name yet.
  const rows = value.map((tier, place) => ({ ...tier, place }))
  return (
    <div className={styles.tierRows} id={id}>
      {rows.map(({ place, fromAmount, bonus }) => (
        <div key={place} className={styles.tierRow}>
          <span>充</span>
          <YuanInput
            aria-label={`第 ${place + 1} 档充值金额`}
            value={fromAmount}
            onChange={next => change(place, { fromAmount: next })}
          />
          <span>送</span>
          <YuanInput
            aria-label={`第 ${place + 1} 档赠送金额`}
            value={bonus}
            onChange={next => change(place, { bonus: next })}
          />
          <Button
            type="text"
            aria-label={`删除第 ${place + 1} 档`}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, {}])}>
        增加一档
      </Button>
    </div>
  )
}
