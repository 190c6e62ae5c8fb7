import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

// What must always be true of bills.

const custody: Check = {
  title: '驾校代收款等于上期账单的代收未用加其后的变动',
  wrong: differences(
    sql`select school_id, sum(amount)::bigint as amount from (
        select b.school_id, b.custody_close as amount from bill b
        where not exists (select from bill later where later.school_id = b.school_id and later.month > b.month)
        union all
        select holder_school_id, amount from recharge_order
        where holder_school_id is not null and holder_bill_id is null and paid_at is not null
        union all
        select holder_school_id, -amount from refund
        where holder_school_id is not null and holder_bill_id is null and state = 'refunded' and method in ('cash', 'reversal')
      ) moved group by 1 having sum(amount) <> 0`,
    sql`select school_id, amount from account_sum where account = 'custody' and amount <> 0`,
  ),
}

const owedCheck: Check = {
  title: '账单的未结金额等于驾校往来账',
  wrong: sql`
    select b.id, b.net, b.paid, coalesce(-sum(e.amount), 0) as ledger
    from bill b left join ledger_entry e on e.bill_id = b.id and e.account = 'school_current'
    group by b.id having coalesce(-sum(e.amount), 0) <> b.net - b.paid`,
}

/** What the lines say of what stands in the bill. */
const lines: Check = {
  title: '账单各行等于所含的订单、退款和调整',
  wrong: differences(
    sql`
      select f.bill_id, case when f.holder_school_id is null then 'online'
          when f.holder_school_id = f.school_id then 'own' else 'other' end
          || case when f.amount < 0 then 'Refund' else 'Sale' end as kind,
        f.day < b.month as late, c.id as contract_id, sum(f.amount)::bigint as amount,
        count(*)::integer as items
      from order_funding f
      join bill b on b.id = f.bill_id
      join contract c on c.school_id = f.school_id and c.voided_at is null and f.contract_day between c.starts_on and c.ends_on
      group by 1, 2, 3, 4
      union all
      select f.holder_bill_id, 'held', f.day < b.month, null, sum(f.amount)::bigint, count(*)::integer
      from order_funding f join bill b on b.id = f.holder_bill_id group by 1, 3
      union all
      select r.holder_bill_id, 'onBehalf', r.day < b.month, null, sum(r.amount)::bigint, count(*)::integer
      from refund r join bill b on b.id = r.holder_bill_id where r.method = 'bankTransfer' group by 1, 3
      union all
      select bill_id, 'adjustment', false, null, sum(amount)::bigint, 0 from adjustment where bill_id is not null group by 1`,
    sql`select bill_id, kind, late, contract_id, amount, items from bill_line
      where kind not in ('platformShare', 'schoolShare', 'rent')`,
  ),
}

/** What is kept of it by the organisations that sold. */
const points: Check = {
  title: '账单按机构的收入等于所含的课程订单',
  wrong: differences(
    sql`select f.bill_id, k.organ_id, sum(f.amount)::bigint as base
      from order_funding f join course_order k on k.id = f.course_order_id where f.bill_id is not null group by 1, 2`,
    sql`select bill_id, organ_id, base from bill_point`,
  ),
}

/** Shares and rents by what was frozen of the contract. */
const shares: Check = {
  title: '账单的分成和租金按合同计算无误',
  wrong: sql`
    select l.id, l.bill_id, l.kind, l.base, l.amount
    from bill_line l
    join bill b on b.id = l.bill_id
    cross join lateral (
      select coalesce(sum(s.amount), 0) as base from bill_line s
      where s.bill_id = l.bill_id and s.contract_id = l.contract_id and (s.kind like '%Sale' or s.kind like '%Refund')
    ) of
    where l.kind in ('platformShare', 'schoolShare') and (
        l.base <> of.base
        or l.amount <> case l.kind when 'platformShare' then round(of.base::numeric * l.bp / 10000)
          else of.base - coalesce(round(of.base::numeric * l.bp / 10000), 0) end)
      or l.kind = 'rent' and l.amount <> round(
        l.rent::numeric * l.days / extract(day from b.month + interval '1 month -1 day'))`,
}

const sums: Check = {
  title: '账单合计等于各行之和，已结等于有效收付款之和，校验码相符',
  wrong: sql`
    select b.id, b.net, b.paid, b.digest
    from bill b
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'platformShare'), 0) as platform,
        coalesce(sum(amount) filter (where kind = 'schoolShare'), 0) as school,
        coalesce(sum(amount) filter (where kind in ('held', 'onBehalf')), 0) as held,
        coalesce(sum(amount) filter (where kind = 'rent'), 0) as rent,
        coalesce(sum(amount) filter (where kind = 'adjustment'), 0) as adjusted
      from bill_line where bill_id = b.id
    ) l
    cross join lateral (
      select coalesce(sum(case direction when 'in' then -amount else amount end), 0) as paid
      from bill_payment where bill_id = b.id and voided_at is null
    ) p
    where (b.platform_share, b.school_share, b.held, b.rent, b.adjusted) <> (l.platform, l.school, l.held, l.rent, l.adjusted)
      or b.paid <> p.paid or b.digest is distinct from bill_digest(b.id)`,
}

const months: Check = {
  title: '全平台每月账单合计等于各驾校之和',
  wrong: differences(
    sql`select month, count(*) as bills, sum(platform_share) as platform_share, sum(school_share) as school_share,
        sum(greatest(-net, 0)) as receivable, sum(greatest(-paid, 0)) as received, sum(greatest(net, 0)) as payable,
        sum(greatest(paid, 0)) as paid_out
      from bill group by 1`,
    sql`select month, sum(bills), sum(platform_share), sum(school_share), sum(receivable), sum(received), sum(payable), sum(paid_out)
      from bill_total group by 1`,
  ),
}

const numbers: Check = {
  title: '账单和收付款编号逐月连续，没有空号',
  wrong: differences(
    sql`select 'ZD' as series, month, count(*) as last, max(right(no, 6)::bigint) as highest from bill group by 2
      union all
      select case direction when 'in' then 'SK' else 'FK' end, date_trunc('month', business_day(created_at))::date,
        count(*), max(right(no, 6)::bigint)
      from bill_payment group by 1, 2`,
    sql`select series, month, last::bigint, last::bigint from number_series where series in ('ZD', 'SK', 'FK')`,
  ),
}

const order: Check = {
  title: '驾校的代收未用逐期衔接',
  wrong: sql`
    select id, school_id, month from (
      select id, school_id, month, custody_open,
        coalesce(lag(custody_close) over (partition by school_id order by month), 0) as before
      from bill
    ) b where custody_open <> before`,
}

/** The last entry of the thread of the bill `b`. */
const last = sql`(select r.kind from bill_remark r where r.bill_id = b.id order by r.id desc limit 1)`

const thread: Check = {
  title: '账单有异议当且仅当最后一次提出的异议没有答复也没有撤回',
  wrong: sql`
    select b.id, b.state, r.kind from bill b
    left join lateral (
      select r.kind from bill_remark r where r.bill_id = b.id and r.kind <> 'message' order by r.id desc limit 1
    ) r on true
    where (b.state = 'disputed') <> (r.kind is not distinct from 'objection')`,
}

const reminders: Check = {
  title: '账单按状态有且仅有应有的提醒',
  wrong: differences(
    sql`select 'bill:' || b.id as subject, k.key, k.organ_id
      from bill b
      cross join lateral (
        select case ${last} when 'answer' then 'answered' when 'withdrawal' then 'withdrawn' else 'toConfirm' end as key,
          b.school_id as organ_id where b.state = 'toCheck'
        union all
        select x, b.school_id from unnest(array['toConfirm3', 'toConfirm7']) x where b.state = 'toCheck'
        union all
        select 'disputed', null where b.state = 'disputed'
        union all
        select case when r.by_school then 'added' else 'asked' end, case when not r.by_school then b.school_id end
        from (select * from bill_remark r where r.bill_id = b.id order by r.id desc limit 1) r
        where b.state = 'disputed' and r.kind = 'message'
        union all
        select x, case when b.net < 0 then b.school_id end from unnest(array['dueSoon', 'overdue']) x
        where b.state in ('toSettle', 'toRepay', 'partlySettled', 'partlyRepaid')
      ) k`,
    sql`select subject, key, organ_id from attention where subject like 'bill:%' and ends_at is null`,
  ),
}

/** Money that left by a request left as another person agreed. */
const allowedCheck: Check = {
  title: '按申请付出的款项都经同意，账单、金额与账户一致',
  wrong: sql`
    select p.id from bill_payment p join payment_request r on r.id = p.request_id join approval a on a.id = r.approval_id
    where a.outcome is distinct from 'approved' or r.bill_id <> p.bill_id or r.amount <> p.amount
      or r.account is distinct from p.account`,
}

export const billChecks: readonly Check[] = [
  allowedCheck,
  custody,
  owedCheck,
  lines,
  points,
  shares,
  sums,
  months,
  numbers,
  order,
  thread,
  reminders,
]
