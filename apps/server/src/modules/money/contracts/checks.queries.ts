import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

export const contractsChecks: readonly Check[] = [
  {
    title: '合同编号逐月连续，没有空号',
    wrong: differences(
      sql`select 'HT' as series, date_trunc('month', business_day(created_at))::date as month, count(*) as last,
          max(right(no, 6)::bigint) as highest
        from contract group by 2`,
      sql`select series, month, last::bigint, last::bigint as highest from number_series where series = 'HT'`,
    ),
  },
  {
    title: '押金余额不为负',
    wrong: sql`select contract_id, sum(amount) as balance from deposit_entry group by 1 having sum(amount) < 0`,
  },
  {
    title: '每笔押金收退都已入账',
    wrong: differences(
      sql`select 'deposit:' || d.id as event_key, c.school_id, d.amount
        from deposit_entry d join contract c on c.id = d.contract_id`,
      sql`select j.event_key, e.school_id, -e.amount as amount
        from ledger_entry e join journal j on j.id = e.journal_id where e.account = 'deposit'`,
    ),
  },
  {
    title: '凭证归使用它的驾校',
    wrong: sql`
      select v.id, v.organ_id, used.school_id
      from (
        select attachment_id as id, school_id from contract where attachment_id is not null
        union all
        select d.voucher_id, c.school_id from deposit_entry d join contract c on c.id = d.contract_id
        where d.voucher_id is not null
        union all
        select voucher_id, school_id from refund where voucher_id is not null
      ) used
      join voucher v on v.id = used.id
      where v.organ_id is distinct from used.school_id`,
  },
  {
    title: '每张凭证至多证明一笔有效的收付款、押金收退或退款',
    wrong: sql`
      select v.sha256, count(*) as uses
      from (
        select voucher_id from deposit_entry
        union all
        select voucher_id from bill_payment where voided_at is null
        union all
        select voucher_id from refund
      ) paid
      join voucher v on v.id = paid.voucher_id
      group by 1 having count(*) > 1`,
  },
  {
    title: '每所驾校最后一份未终止的合同有到期提醒，其他合同没有',
    wrong: differences(
      sql`select 'contract:' || c.id as subject, c.school_id as organ_id
        from contract c
        where c.voided_at is null and c.terminated_at is null and not exists (
          select from contract later
          where later.school_id = c.school_id and later.voided_at is null and later.starts_on > c.starts_on
        )`,
      sql`select subject, organ_id from attention where subject like 'contract:%' and ends_at is null`,
    ),
  },
]
