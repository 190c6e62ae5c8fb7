import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'

const events: Check = {
  title: '渠道通知的支付与充值订单一致',
  wrong: sql`
    select e.id, e.channel, e.order_no from pay_event e
    left join recharge_order o on o.no = e.order_no and o.channel = e.channel
    where e.outcome is null
      or (e.outcome in ('paid', 'repeated') and (o.paid_at is null or o.amount <> e.amount))`,
}

const requests: Check = {
  title: '待支付的扫码订单和原路退款都在向渠道查询',
  wrong: sql`
    select 'recharge' as kind, o.id from recharge_order o left join pay_request q on q.recharge_order_id = o.id
    where o.state = 'waiting' and o.channel <> 'offline' and (q.id is null or q.done_at is not null)
      and not exists (select from pay_event e where e.order_no = o.no and e.outcome = 'amountDiffers')
    union all
    select 'refund', f.id from refund f left join pay_request q on q.refund_id = f.id
    where f.state = 'refunding' and f.method = 'original' and (q.id is null or q.done_at is not null)`,
}

export const channelChecks: readonly Check[] = [events, requests]
