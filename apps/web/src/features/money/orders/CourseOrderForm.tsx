import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import type { StudentBalance } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { Alert, App, Form, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { StudentPicker } from '../../../parts/StudentPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { money } from '../../../ui/format.ts'
import { nothingToChoose } from '../../../ui/options.ts'
import { BalanceAfter } from './BalanceAfter.tsx'
import { fitting, offerOption, priceOf, useOffers } from './offers.ts'
import type { RechargeFor } from './RechargeFields.tsx'
import { orderReads } from './reads.ts'
import { useStudent } from './useStudent.ts'

interface Props {
  studentId: number | undefined
  onPaid: (orderId: number) => void
  /** The balance was short: the order waits for a recharge. */
  onShort: (recharge: RechargeFor) => void
  onClosed: () => void
}

/** 代下单: a course for a student, paid from the balance where that suffices. */
export function CourseOrderForm({ studentId, onPaid, onShort, onClosed }: Props) {
  const { message } = App.useApp()
  const add = useChange(orders.addCourseOrder, { invalidates: orderReads, quiet: true })
  return (
    <DrawerForm
      title="代下单"
      submitText="下单"
      schema={orders.addCourseOrder.input}
      initial={{ studentId }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const { orderId, shortage } = await add.mutateAsync(values)
        if (shortage === 0) {
          message.success('已下单，并从余额支付')
          return onPaid(orderId)
        }
        message.warning(`已下单，${orderErrors.balanceShort.sentence(shortage)}`)
        onShort({ studentId: values.studentId, amount: shortage, thenCourse: orderId })
      }}
      onClosed={onClosed}
    >
      <CourseOrderFields />
    </DrawerForm>
  )
}

function CourseOrderFields() {
  const form = Form.useFormInstance()
  const { studentId, courseId }: Readonly<Record<string, unknown>> =
    Form.useWatch(values => values, { form, preserve: true }) ?? {}
  const { student, error } = useStudent(typeof studentId === 'number' ? studentId : undefined)
  const schoolId = student?.base?.schoolId
  const { offers, all } = useOffers(schoolId)
  const chosen = offers.find(offer => offer.courseId === courseId)
  return (
    <>
      <Field name="studentId">
        <StudentPicker onChange={() => form.setFieldValue('courseId', undefined)} />
      </Field>
      <Field name="courseId" help={student?.base && `${student.base.schoolName} 在售的课程`}>
        <Select
          placeholder="请选择课程"
          notFoundContent={
            typeof studentId === 'number'
              ? nothingToChoose(
                  { isPending: all.isPending, error: error ?? all.error },
                  '该驾校没有在售课程，请先在课程配置中上架',
                )
              : '请先选择学员'
          }
          loading={all.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          options={fitting(offers, student?.base?.gearType).map(offerOption)}
        />
      </Field>
      {chosen !== undefined && <Payment price={priceOf(chosen)} balance={student?.balance} />}
    </>
  )
}

/** What is taken from the balance, or how much is missing. Fen. */
export function Payment({ price, balance }: { price: number; balance: StudentBalance | undefined }) {
  if (balance === undefined) return null
  const shortage = price - balance.cash - balance.bonus
  if (shortage > 0)
    return (
      <Alert
        type="warning"
        showIcon
        title={`余额 ${money(balance.cash + balance.bonus)}，还差 ${money(shortage)}；下单后请登记充值，到账即支付`}
      />
    )
  return <BalanceAfter balance={balance} price={price} />
}
