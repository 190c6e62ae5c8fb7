import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { orderErrors } from '@drivesim/contract/orderErrors'
import { backDatedDays, bonusOf } from '@drivesim/contract/orderShapes'
import { orders } from '@drivesim/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Form, Input, Select } from 'antd'
import { query, useChange } from '../../api/query.ts'
import { StudentPicker } from '../../parts/StudentPicker.tsx'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { useQuestion } from '../../ui/form/useQuestion.ts'
import { YuanInput } from '../../ui/form/YuanInput.tsx'
import { money } from '../../ui/format.ts'
import { BalanceAfter } from './BalanceAfter.tsx'
import styles from './orders.module.css'
import { orderReads } from './reads.ts'
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
  given: RechargeFor
  onMade: (orderId: number) => void
  onClosed: () => void
}

/** 登记线下充值: cash that a school took. */
export function RechargeForm({ given, onMade, onClosed }: Props) {
  const { message } = App.useApp()
  const { ofPlatform } = useOrderRights()
  const ask = useQuestion()
  const register = useChange(orders.rechargeOffline, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title="登记线下充值"
      submitText={ofPlatform ? '代登记充值' : '登记充值'}
      schema={orders.rechargeOffline.input}
      initial={{ ...given, paidOn: businessDayOf(Date.now()) }}
      loading={register.isPending}
      submitError={register.error}
      onSubmit={async values => {
        const made = await ask(
          {
            asks: orderErrors.rechargedTwice,
            title: '可能是重复登记',
            consequence: '学员确实又交了一笔时才继续。',
            verb: '不是重复，继续登记',
          },
          confirmDouble => register.mutateAsync({ ...values, confirmDouble }),
        )
        const then = made.paidCourseOrder === null ? '' : '，课程订单已支付'
        message.success(made.state === 'paid' ? `已登记充值${then}` : '已代登记，等待驾校确认收款')
        onMade(made.orderId)
      }}
      onClosed={onClosed}
    >
      {ofPlatform && <p className="ui-quiet">平台代登记的充值，驾校确认收款后才到账。</p>}
      <RechargeFields />
    </DrawerForm>
  )
}

function RechargeFields() {
  const form = Form.useFormInstance()
  const { ofPlatform } = useOrderRights()
  const { studentId, amount, bonus, paidOn, thenCourse }: Readonly<Record<string, unknown>> =
    Form.useWatch(values => values, { form, preserve: true }) ?? {}
  const student = useStudent(typeof studentId === 'number' ? studentId : undefined)
  const tiers = useQuery(query(orders.settings, undefined, { quiet: true })).data?.tiers ?? []
  const waiting = student?.orders?.courses.filter(({ state }) => state === 'waiting') ?? []
  const then = waiting.find(({ orderId }) => orderId === thenCourse)
  const fen = typeof amount === 'number' ? amount : 0
  const byTiers = bonusOf(tiers, fen)
  const own = typeof bonus === 'number' ? bonus : byTiers
  const today = businessDayOf(Date.now())
  const lately = { from: addDays(today, 1 - backDatedDays), to: today }
  const put = (name: string, value: unknown) => form.setFields([{ name, value, touched: true, errors: [] }])
  return (
    <>
      <Field name="studentId">
        <StudentPicker onChange={() => put('thenCourse', undefined)} />
      </Field>
      {waiting.length > 0 && (
        <Field name="thenCourse" label="充值后支付" help="选择后，到账的同时支付这笔待支付的课程订单">
          <Select
            allowClear
            placeholder="只充值，不支付课程订单"
            options={waiting.map(order => ({
              value: order.orderId,
              label: `${order.courseName} · ${money(order.amount)} · ${order.no}`,
            }))}
          />
        </Field>
      )}
      <Field name="amount" label="实收金额" help={bonusWords(byTiers, ofPlatform)}>
        <YuanInput />
      </Field>
      {tiers.length > 0 && (
        <div className={styles.tiers}>
          {tiers.map(tier => (
            <Button key={tier.fromAmount} size="small" onClick={() => put('amount', tier.fromAmount)}>
              {money(tier.fromAmount)} 送 {money(tier.bonus)}
            </Button>
          ))}
        </div>
      )}
      {ofPlatform && (
        <Field name="bonus" help="不填按充值档位赠送；另填须说明原因">
          <YuanInput placeholder={(byTiers / 100).toFixed(2)} />
        </Field>
      )}
      {ofPlatform && own !== byTiers && (
        <Field name="bonusReason" required>
          <Input maxLength={200} placeholder="如 老学员活动" />
        </Field>
      )}
      <Field name="paidOn" required help={`最近 ${backDatedDays} 天内`}>
        <DayPicker range={lately} />
      </Field>
      {ofPlatform && typeof paidOn === 'string' && paidOn.slice(0, 7) !== today.slice(0, 7) && (
        <Field name="reason" help="收款月份已出账或合同不同时须说明">
          <Input maxLength={200} />
        </Field>
      )}
      <BalanceAfter balance={student?.balance} cash={fen} bonus={own} price={then?.amount} />
    </>
  )
}

function bonusWords(byTiers: number, ofPlatform: boolean): string {
  if (byTiers > 0) return `按充值档位赠送 ${money(byTiers)}`
  return ofPlatform ? '这个金额没有赠送' : '这个金额没有赠送；赠送按充值档位计算'
}
