import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import { orders } from '@drivesim/contract/money/orders/orders'
import { App, Form, Select } from 'antd'
import type { RefObject } from 'react'
import { useChange } from '../../../../api/query.ts'
import { Field } from '../../../../ui/form/Field.tsx'
import { PartForm } from '../../../../ui/form/PartForm.tsx'
import { Payment } from '../CourseOrderForm.tsx'
import { fitting, type Offer, offerOption, priceOf } from '../offers.ts'
import { orderReads } from '../reads.ts'
import type { Served } from './today.ts'

interface Props {
  served: Served
  studentId: number
  offers: readonly Offer[]
  likely: Offer | undefined
  ready: boolean
  touched: RefObject<boolean>
  /** Ordered; whether the balance paid it. */
  onOrdered: (paid: boolean) => void
}

const refusedAt = {
  [orderErrors.courseNotOffered.code]: 'courseId',
  [orderErrors.belowFloorPrice.code]: 'courseId',
}

/** 课程: ordered, and paid from the balance where that suffices. */
export function CoursePart(props: Props) {
  const { served, studentId, offers, likely, onOrdered } = props
  const { message } = App.useApp()
  const add = useChange(orders.addCourseOrder, { invalidates: orderReads, quiet: true })
  return (
    <PartForm
      title="办理 课程"
      submitText="下单"
      schema={orders.addCourseOrder.input}
      initial={{ studentId, courseId: likely?.courseId }}
      loading={add.isPending}
      submitError={add.error}
      refusedAt={refusedAt}
      ready={props.ready}
      touched={props.touched}
      complete={likely !== undefined}
      onSubmit={async values => {
        const { shortage } = await add.mutateAsync(values)
        if (shortage === 0) message.success('已下单，并从余额支付')
        else message.warning(`已下单，${orderErrors.balanceShort.sentence(shortage)}`)
        onOrdered(shortage === 0)
      }}
    >
      <Field name="courseId" help={served.base && `${served.base.schoolName} 在售的课程`}>
        <Select
          placeholder="请选择课程"
          showSearch={{ optionFilterProp: 'label' }}
          options={fitting(offers, served.base?.gearType).map(offerOption)}
        />
      </Field>
      <Chosen served={served} offers={offers} />
    </PartForm>
  )
}

function Chosen({ served, offers }: Pick<Props, 'served' | 'offers'>) {
  const courseId: unknown = Form.useWatch('courseId', Form.useFormInstance())
  const chosen = offers.find(offer => offer.courseId === courseId)
  return chosen === undefined ? null : <Payment price={priceOf(chosen)} balance={served.balance} />
}
