import { PlusOutlined } from '@ant-design/icons'
import { courseOrderStates } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { Can } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { money } from '../../../ui/format.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { courseOrderColumns } from './columns.tsx'
import { clerkFilter, dayFilters, ordersOfSchool, organFilter } from './filters.tsx'
import { useCourseOrderActions } from './useCourseOrderActions.tsx'

const filters: Filter<'paramValue' | 'organId' | 'clerkId' | 'state' | 'below' | 'beginDate' | 'endDate'>[] =
  [
    { name: 'paramValue', label: '单号或学员', kind: 'text', hint: '单号，或姓名的一部分' },
    organFilter,
    { name: 'state', label: '状态', kind: 'select', options: optionsOf(courseOrderStates) },
    {
      name: 'below',
      label: '售价',
      kind: 'select',
      options: [{ value: 'yes', label: '低于标价' }],
      more: true,
    },
    clerkFilter,
    ...dayFilters,
  ]

/** The course orders of all, or within the page of one school. */
export function CourseOrderList({ ofOne }: { ofOne?: number }) {
  const actions = useCourseOrderActions()
  const ofSchool = useManagesPlatform() === false
  const columns = courseOrderColumns(row => actions.open(row.orderId)).map(column =>
    // For a school's people nearly all is their own, and what is left fits beside the menu.
    ofSchool && column.key === 'organName' ? { ...column, optional: true } : column,
  )
  const all = { columns, filters }
  useAddressId('orderId', actions.open)
  return (
    <>
      <ListPage
        name="courseOrders"
        title="课程订单"
        endpoint={orders.courseOrders}
        exportEndpoint={orders.courseOrderExport}
        rowKey={row => row.orderId}
        {...(ofOne === undefined ? all : ordersOfSchool('courseOrders', ofOne, all))}
        {...(actions.any && { actions: actions.of })}
        sums={sum => [
          ['金额合计', money(sum.amount)],
          ['已收未训练', money(sum.untrained)],
          ...(sum.discount === null ? [] : [['低于标价', money(sum.discount)] as const]),
        ]}
        toolbar={
          <Can code="order:edit">
            <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={() => actions.add()}>
              代下单
            </FormButton>
          </Can>
        }
        empty={{ title: '还没有课程订单', hint: '点击“代下单”，为学员购买课程' }}
      />
      {actions.dialogs}
    </>
  )
}
