import { formatFen } from '@drivesim/contract'
import type { NoticePart } from '../../../platform/parts.ts'
import { readBriefs } from './todos.queries.ts'

/** Recharges that the platform registered and a school is to accept, as reminders tell of them. */
export const rechargeNotices: NoticePart = {
  subject: 'recharge',
  words: { toAccept: { what: '待驾校确认', beganAt: '登记时间', endedAt: '处理时间' } },
  async describe(db, ids) {
    const rows = await readBriefs(db, ids)
    return new Map(
      rows.map(({ id, no, amount, day, student, school }) => [
        id,
        {
          name: `代登记充值 ${no}`,
          place: school,
          facts: [`学员：${student}`, `金额：${formatFen(amount)}`, `收款日期：${day}`],
          link: `/orderManage/rechargeOrder?orderId=${id}`,
          linkText: '查看充值订单',
        },
      ]),
    )
  },
}
