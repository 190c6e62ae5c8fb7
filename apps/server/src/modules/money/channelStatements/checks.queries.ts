import { type RawBuilder, sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'

/** Channels where an account's sum differs from its facts: `facts` gives their amount of `c.channel`, in fen. */
const accountDifferences = (account: string, facts: RawBuilder<unknown>) => sql`
  select c.channel, coalesce(s.amount, 0) as posted, f.amount as facts
  from (values ('wechat'), ('alipay')) c (channel)
  left join account_sum s on s.account = ${account} and s.school_id = 0 and s.channel = c.channel
  cross join lateral (${facts}) f (amount)
  where coalesce(s.amount, 0) <> f.amount`

/** Suspense has a credit where it is negative. */
const clearingCheck: Check = {
  title: '渠道在途款等于线上充值减去原路退款、手续费和商家优惠，加上挂账',
  wrong: accountDifferences(
    'clearing',
    sql`select coalesce((
        select sum(o.amount) from recharge_order o
        where o.channel = c.channel and o.paid_at is not null and o.reversed_at is null
      ), 0) - coalesce((
        select sum(f.amount) from refund f join recharge_order o on o.id = f.recharge_order_id
        where o.channel = c.channel and f.method = 'original' and f.state = 'refunded'
      ), 0) - coalesce((select sum(fee_posted) from channel_statement t where t.channel = c.channel), 0)
      - coalesce((select sum(u.amount) from account_sum u
        where u.account in ('suspense', 'merchant_discount') and u.school_id = 0 and u.channel = c.channel), 0)`,
  ),
}

/** What lies in suspense is what the newest statements say of it. */
const suspense: Check = {
  title: '挂账金额等于渠道账单里记差额和挂账的明细',
  wrong: accountDifferences(
    'suspense',
    sql`select -coalesce(sum((coalesce(l.amount, 0) - coalesce(l.local_amount, 0)) * case l.kind when 'payment' then 1 else -1 end), 0)
      from channel_line l join channel_statement t on t.id = l.statement_id
      where l.resolution in ('difference', 'suspended') and t.channel = c.channel and t.replaced_at is null`,
  ),
}

/** What the merchant gave payers is what the newest statements say that somebody booked. */
const discounts: Check = {
  title: '商家优惠等于渠道账单里已记的商家优惠',
  wrong: accountDifferences(
    'merchant_discount',
    sql`select coalesce(sum(l.amount * case l.kind when 'discount' then 1 else -1 end), 0)
      from channel_line l join channel_statement t on t.id = l.statement_id
      where l.resolution = 'booked' and t.channel = c.channel and t.replaced_at is null`,
  ),
}

const fees: Check = {
  title: '渠道手续费等于已平账单的手续费',
  wrong: sql`${accountDifferences(
    'channel_fee',
    sql`select coalesce(sum(fee_posted), 0) from channel_statement t where t.channel = c.channel`,
  )}
    union all
    select t.channel, sum(b.fee_posted), t.fee from channel_statement t
    join channel_statement b using (channel, merchant, bill_date)
    where t.replaced_at is null and t.state = 'balanced'
    group by t.id having sum(b.fee_posted) <> t.fee`,
}

const statements: Check = {
  title: '渠道账单的笔数等于明细，已平的没有未处理的差异',
  wrong: sql`
    select s.id from channel_statement s
    cross join lateral (
      select count(*) filter (where outcome = 'matched') as matched,
        count(*) filter (where outcome = 'amountDiffers') as amount_differs,
        count(*) filter (where outcome = 'localOnly') as local_only,
        count(*) filter (where outcome = 'channelOnly') as channel_only,
        count(*) filter (where outcome <> 'matched' and resolution is null) as unresolved
      from channel_line l where l.statement_id = s.id
    ) l
    where (s.matched, s.amount_differs, s.local_only, s.channel_only)
        is distinct from (l.matched, l.amount_differs, l.local_only, l.channel_only)
      or (s.replaced_at is null and s.state = 'balanced' and l.unresolved > 0)`,
}

export const channelStatementsChecks: readonly Check[] = [
  clearingCheck,
  suspense,
  discounts,
  fees,
  statements,
]
