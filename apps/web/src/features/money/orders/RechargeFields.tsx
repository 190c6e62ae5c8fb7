import { bonusOf } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { query } from '../../../api/query.ts'
import { StudentPicker } from '../../../parts/StudentPicker.tsx'
import { clearable } from '../../../ui/clearable.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { figureIn } from '../../../ui/form/readFigure.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { BalanceAfter } from './BalanceAfter.tsx'
import styles from './orders.module.css'
import { useOrderRights } from './useOrderRights.ts'
import { useStudent } from './useStudent.ts'

/** What a recharge begins with, where it is made for somebody or for a course order that waits. Fen. */
export interface RechargeFor {
  studentId?: number
  amount?: number
  /** The course order to be paid with it. */
  thenCourse?: number
}

interface Props {
  amountLabel: string
  /** What there is to say besides, by how the money comes in. */
  children: ReactNode
}

/** Whose recharge it is, how much, what it brings besides, and what is paid with it. */
export function RechargeFields({ amountLabel, children }: Props) {
  const form = Form.useFormInstance()
  const { ofPlatform } = useOrderRights()
  const { studentId, amount, bonus, thenCourse }: Readonly<Record<string, unknown>> =
    Form.useWatch(values => values, { form, preserve: true }) ?? {}
  const { student } = useStudent(typeof studentId === 'number' ? studentId : undefined)
  const tiers = useQuery(query(orders.settings, undefined, { quiet: true })).data?.tiers
  const waiting = student?.orders?.courses.filter(({ state }) => state === 'waiting') ?? []
  const then = waiting.find(({ orderId }) => orderId === thenCourse)
  const fen = figureIn(amount) ?? 0
  const byTiers = tiers && bonusOf(tiers, fen)
  const own = figureIn(bonus) ?? byTiers
  const put = (name: string, value: unknown) => form.setFields([{ name, value, touched: true, errors: [] }])
  return (
    <>
      <Field
        name="amount"
        label={amountLabel}
        help={byTiers === undefined || Number.isNaN(amount) ? undefined : bonusWords(byTiers, ofPlatform)}
      >
        <YuanInput moves />
      </Field>
      {tiers !== undefined && tiers.length > 0 && (
        <div className={styles.tiers}>
          {tiers.map(tier => (
            <Button key={tier.fromAmount} size="small" onClick={() => put('amount', tier.fromAmount)}>
              {money(tier.fromAmount)} 送 {money(tier.bonus)}
            </Button>
          ))}
        </div>
      )}
      <Field name="studentId">
        <StudentPicker onChange={() => put('thenCourse', undefined)} />
      </Field>
      {waiting.length > 0 && (
        <Field name="thenCourse" label="充值后支付" help="选择后，到账的同时支付这笔待支付的课程订单">
          <Select
            allowClear={clearable}
            placeholder="只充值，不支付课程订单"
            options={waiting.map(order => ({
              value: order.orderId,
              label: `${order.courseName} · ${money(order.amount)} · ${order.no}`,
            }))}
          />
        </Field>
      )}
      {ofPlatform && (
        <Field name="bonus" help="不填按充值档位赠送；另填须说明原因">
          <YuanInput {...(byTiers !== undefined && { placeholder: (byTiers / 100).toFixed(2) })} />
        </Field>
      )}
      {ofPlatform && own !== byTiers && (
        <Field name="bonusReason" required>
          <Input maxLength={200} placeholder="如 老学员活动" />
        </Field>
      )}
      {children}
      {own !== undefined && (
        <BalanceAfter balance={student?.balance} cash={fen} bonus={own} price={then?.amount} />
      )}
    </>
  )
}

function bonusWords(byTiers: number, ofPlatform: boolean | null): string {
  if (byTiers > 0) return `按充值档位赠送 ${money(byTiers)}`
  return ofPlatform ? '这个金额没有赠送' : '这个金额没有赠送；赠送按充值档位计算'
}
