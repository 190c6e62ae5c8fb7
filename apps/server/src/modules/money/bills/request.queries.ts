import { sql } from 'kysely'

/**
 * Of a request `r` and its approval `a`: asked for, not refused, and not paid. What was agreed to is paid to the account that the
 * approver saw, as long as that is the contract's: another account is asked for anew. A bill of no contract has none to compare with;
 * what the bank has is the bank's to say.
 */
export const isOpenRequest = sql<boolean>`(
  state_of_approval(a.outcome, a.ends_at) in ('waiting', 'approved')
  and not exists (select from bill_payment p where p.request_id = r.id and p.voided_at is null)
  and (a.outcome is distinct from 'approved'
    or exists (
      select from bill c where c.id = r.bill_id
        and (c.contract_id is null or r.account is not distinct from account_of_contract(c.contract_id)))
    or exists (select from payment_batch_item i where i.request_id = r.id and i.outcome = 'waiting')))`
