import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

// What must always be true of orders and refunds.

const purses: Check = {
  title: '学员余额等于账上余额，也等于充值订单的可用余额',
  wrong: sql`
    select p.student_id, p.cash, p.bonus, l.cash as ledger_cash, l.bonus as ledger_bonus, o.cash as lots
    from purse p
    cross join lateral (
      select coalesce(-sum(amount) filter (where account = 'student_cash'), 0) as cash,
        coalesce(-sum(amount) filter (where account = 'student_bonus'), 0) as bonus
      from ledger_entry e where e.student_id = p.student_id
    ) l
    cross join lateral (
      select coalesce(sum(cash_left), 0) as cash from recharge_order r where r.student_id = p.student_id
    ) o
    where p.cash <> l.cash or p.bonus <> l.bonus or p.cash <> o.cash
    union all
    select s.id, null, null, null, null, null from student s left join purse p on p.student_id = s.id where p.student_id is null`,
}

/** The balance stands where the student is. */
const pursesAtSchool: Check = {
  title: '学员余额记在学员现在的驾校',
  wrong: sql`
    select e.student_id, e.school_id, sum(e.amount) as amount
    from ledger_entry e join student s on s.id = e.student_id
    where e.account in ('student_cash', 'student_bonus') and e.school_id <> s.school_id
    group by e.student_id, e.school_id, e.account having sum(e.amount) <> 0`,
}

const askedCheck: Check = {
  title: '每笔待审批的退款有一份待审批的申请，其他退款没有',
  wrong: differences(
    sql`select id as refund, 1::bigint as requests from refund where state = 'toApprove'`,
    sql`select subject_id as refund, count(*) as requests from approval
        where kind in ('refund', 'refundPayee') and outcome is null group by 1`,
  ),
}

const lots: Check = {
  title: '充值订单的可用余额与已退金额等于明细',
  wrong: sql`
    select r.id, r.cash_left, r.refunded, f.spent, b.asked, b.done
    from recharge_order r
    cross join lateral (
      select coalesce(sum(amount), 0) as spent from order_funding where recharge_order_id = r.id
    ) f
    cross join lateral (
      select coalesce(sum(amount) filter (where state <> 'rejected'), 0) as asked,
        coalesce(sum(amount) filter (where state = 'refunded' and method <> 'reversal'), 0) as done
      from refund where recharge_order_id = r.id
    ) b
    where r.cash_left <> case when r.paid_at is null then 0 else r.amount - f.spent - b.asked end or r.refunded <> b.done`,
}

const courseOrders: Check = {
  title: '课程订单的金额与分钟数等于明细',
  wrong: sql`
    select o.id, o.cash_paid - o.refunded_cash as cash, f.amount as funded, o.used_minutes, m.minutes as used,
      o.refunded_minutes, b.minutes as refunded
    from course_order o
    cross join lateral (select coalesce(sum(amount), 0) as amount from order_funding where course_order_id = o.id) f
    cross join lateral (select coalesce(sum(minutes), 0) as minutes from minute_entry where course_order_id = o.id) m
    cross join lateral (
      select coalesce(sum(minutes), 0) as minutes from refund where course_order_id = o.id and state <> 'rejected'
    ) b
    where o.cash_paid - o.refunded_cash <> f.amount or o.used_minutes <> m.minutes or o.refunded_minutes <> b.minutes`,
}

const remainingCheck: Check = {
  title: '学籍的剩余分钟数等于课程订单的剩余分钟数之和',
  wrong: sql`
    select e.id, e.remaining_minutes, coalesce(sum(o.left_minutes), 0) as minutes
    from enrolment e left join course_order o on o.enrolment_id = e.id
    group by e.id having e.remaining_minutes <> coalesce(sum(o.left_minutes), 0)`,
}

/** What stands for a session is what it cost. */
const chargedCheck: Check = {
  title: '每次训练扣的分钟数等于训练时长，补回除外',
  wrong: sql`
    select m.record_id, sum(m.minutes) filter (where m.kind <> 'restore') as minutes, t.seconds
    from minute_entry m
    join training_session t on t.record_id = m.record_id and t.started_at = record_time(m.record_id)
    where not exists (
      -- What was given back is taken back with the rest where the session is charged anew.
      select from minute_entry r where r.record_id = m.record_id and r.kind = 'restore'
    )
    group by m.record_id, t.seconds
    having sum(m.minutes) <> case when t.seconds < 60 then 0 else (t.seconds + 59) / 60 end`,
}

const income: Check = {
  title: '驾校的课程收入等于课程订单的资金来源',
  wrong: differences(
    sql`select school_id, sum(amount)::bigint as amount from order_funding where bill_id is null group by 1 having sum(amount) <> 0`,
    sql`select school_id, -amount as amount from account_sum where account = 'course_income' and amount <> 0`,
  ),
}

const custody: Check = {
  title: '驾校代收款等于代收的充值余额、未出账的使用和退款中之和',
  wrong: differences(
    sql`select school_id, sum(amount)::bigint as amount from (
        select holder_school_id as school_id, cash_left as amount from recharge_order where holder_school_id is not null
        union all
        select holder_school_id, amount from order_funding where holder_school_id is not null and holder_bill_id is null
        union all
        select school_id, -amount from account_sum where account = 'refunding' and school_id <> 0
        union all
        select holder_school_id, amount from refund
        where method = 'bankTransfer' and state = 'refunded' and holder_school_id is not null and holder_bill_id is null
      ) held group by 1 having sum(amount) <> 0`,
    sql`select school_id, amount from account_sum where account = 'custody' and amount <> 0`,
  ),
}

const refundingCheck: Check = {
  title: '退款在途等于还没有付出的充值退款',
  wrong: differences(
    sql`select coalesce(f.holder_school_id, 0) as school_id,
        case when f.holder_school_id is null then o.channel else '' end as channel, sum(f.amount)::bigint as amount
      from refund f join recharge_order o on o.id = f.recharge_order_id
      where f.state in ('toApprove', 'refunding', 'failed') group by 1, 2`,
    sql`select school_id, channel, -amount as amount from account_sum where account = 'refunding' and amount <> 0`,
  ),
}

const counts: Check = {
  title: '订单与退款的数量和金额等于明细',
  wrong: differences(
    sql`select kind, organ_id, day, channel, state, count(*) as orders, sum(amount)::bigint as amount, sum(untrained)::bigint as untrained
      from (
        select 'recharge' as kind, organ_id, day, channel, state, amount, 0 as untrained from recharge_order
        union all
        select 'course', organ_id, day, '', state, amount, untrained from course_order where kind = 'sale'
        union all
        select 'refund', organ_id, day, method, state, amount, 0 from refund
      ) facts group by 1, 2, 3, 4, 5`,
    sql`select kind, organ_id, day, channel, state, sum(orders), sum(amount), sum(untrained)
      from order_count group by 1, 2, 3, 4, 5 having (sum(orders), sum(amount), sum(untrained)) <> (0, 0, 0)`,
  ),
}

const months: Check = {
  title: '订单与退款按月的合计等于按日的合计',
  wrong: differences(
    sql`select kind, organ_id, date_trunc('month', day)::date as month, channel, state, sum(orders) as orders,
        sum(amount) as amount, sum(untrained) as untrained
      from order_count group by 1, 2, 3, 4, 5 having (sum(orders), sum(amount), sum(untrained)) <> (0, 0, 0)`,
    sql`select kind, organ_id, month, channel, state, sum(orders), sum(amount), sum(untrained)
      from order_month group by 1, 2, 3, 4, 5 having (sum(orders), sum(amount), sum(untrained)) <> (0, 0, 0)`,
  ),
}

const totals: Check = {
  title: '全平台每日订单与退款等于各机构之和',
  wrong: differences(
    sql`select kind, day, channel, state, sum(orders) as orders, sum(amount) as amount, sum(untrained) as untrained
      from order_count group by 1, 2, 3, 4 having (sum(orders), sum(amount), sum(untrained)) <> (0, 0, 0)`,
    sql`select kind, day, channel, state, sum(orders), sum(amount), sum(untrained)
      from order_total group by 1, 2, 3, 4 having (sum(orders), sum(amount), sum(untrained)) <> (0, 0, 0)`,
  ),
}

const belowList: Check = {
  title: '每月低于标价的销售等于课程订单',
  wrong: differences(
    sql`select organ_id, date_trunc('month', day::timestamp)::date as month, count(*)::integer as orders,
        sum(list_price - amount)::bigint as amount
      from course_order where kind = 'sale' and paid_at is not null and amount < list_price group by 1, 2`,
    sql`select organ_id, month, orders, amount from below_list_month where (orders, amount) <> (0, 0)`,
  ),
}

/** The kept sums of money match the orders, and the ledger says the same. */
export const orderChecks: readonly Check[] = [
  askedCheck,
  purses,
  pursesAtSchool,
  lots,
  courseOrders,
  remainingCheck,
  chargedCheck,
  income,
  custody,
  refundingCheck,
  counts,
  months,
  totals,
  belowList,
]
