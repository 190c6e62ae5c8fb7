import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'

export const bankFilesChecks: readonly Check[] = [
  {
    title: '付款文件的结果与登记的付款一致，未完成的文件才有待回读的付款',
    since: 'payment_batch_item',
    wrong: sql`
      select i.id, i.batch_id, i.outcome
      from payment_batch_item i
      join payment_request r on r.id = i.request_id
      left join bill_payment p on p.id = i.payment_id
      where i.outcome = 'paid'
        and (p.request_id, p.amount, p.direction) is distinct from (r.id, r.amount, 'out')
      union all
      select null, f.id, f.state
      from payment_batch f
      where (f.state = 'open') <> exists (
        select from payment_batch_item i where i.batch_id = f.id and i.outcome = 'waiting')`,
  },
]
