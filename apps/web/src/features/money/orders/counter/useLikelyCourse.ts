import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../../api/query.ts'
import { fitting, isBelowFloor, type Offer } from '../offers.ts'

interface Buyer {
  readonly schoolId: number
  readonly gearType: string
}

/** What this student most likely buys: what was ordered last at the school for the licence, or all there is; undefined: nobody knows. */
export function useLikelyCourse(offers: readonly Offer[], buyer: Buyer | undefined) {
  const lately = useQuery({
    ...query(orders.courseOrders, { organId: buyer?.schoolId, pageSize: 20 }, { quiet: true }),
    enabled: buyer !== undefined,
  })
  const sold = fitting(offers, buyer?.gearType).filter(
    offer => offer.gearType === buyer?.gearType && !isBelowFloor(offer),
  )
  const [only, another] = sold
  const last = lately.data?.dataList.find(order => sold.some(({ courseId }) => courseId === order.courseId))
  const likely =
    sold.find(({ courseId }) => courseId === last?.courseId) ?? (another === undefined ? only : undefined)
  return { likely, isPending: lately.isLoading }
}
