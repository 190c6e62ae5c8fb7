import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import { backDatedDays, rechargeTenders } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { App, Form, Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useQuestion } from '../../../ui/form/useQuestion.ts'
import { optionsOf } from '../../../ui/options.ts'
import { RechargeFields, type RechargeFor } from './RechargeFields.tsx'
import { orderReads } from './reads.ts'
import { useOrderRights } from './useOrderRights.ts'

interface Props {
  given: RechargeFor
  onMade: (orderId: number) => void
  onClosed: () => void
}

/** 登记线下充值: what a school took, in cash or otherwise. */
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
      initial={{ ...given, tender: 'cash', paidOn: businessDayOf(serverNow()) }}
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
      <RechargeFields amountLabel="实收金额">
        <Field name="tender" required>
          <Choices optionType="button" options={optionsOf(rechargeTenders)} />
        </Field>
        <PaidOn />
      </RechargeFields>
    </DrawerForm>
  )
}

/** When the cash was taken; a month that is closed needs a reason. */
function PaidOn() {
  const { ofPlatform } = useOrderRights()
  const paidOn: unknown = Form.useWatch('paidOn', Form.useFormInstance())
  const today = businessDayOf(serverNow())
  const lately = { from: addDays(today, 1 - backDatedDays), to: today }
  return (
    <>
      <Field name="paidOn" required help={`最近 ${backDatedDays} 天内`}>
        <DayPicker range={lately} />
      </Field>
      {ofPlatform && typeof paidOn === 'string' && paidOn.slice(0, 7) !== today.slice(0, 7) && (
        <Field name="reason" help="收款月份已出账或合同不同时须说明">
          <Input maxLength={200} />
        </Field>
      )}
    </>
  )
}
