import { errors, ownBankTemplate } from '@drivesim/contract'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds } from '../place.ts'

const { platformOnly } = errors
const { templateName: _, ...format } = ownBankTemplate
const result = {
  paidOn: '2026-01-05',
  rows: [{ requestNo: 'FS99999999', outcome: 'failed' as const }],
}

export const samples = samplesOf(
  'bankFiles',
  (app, { mark, organ, me, member }) =>
    insertIds(
      app,
      ['batch', 'request', 'template'],
      `with b as (
         insert into bill (no, school_id, month, state, adjusted, net, paid, issued_on, due_on, confirmed_how, digest)
         select 'ZD-bank-' || $1, $2::bigint, date_trunc('month', business_day(now()))::date - interval '6 months', 'toSettle',
           900, 900, 0, business_day(now()) - 40, business_day(now()), 'school', $1 returning id
       ), l as (
         insert into bill_line (bill_id, kind, late, base, amount) select id, 'adjustment', false, 0, 900 from b
       ), account as (
         insert into bank_account (account, holder, number, bank)
         values ($1 || ' 工商银行 62220812345678', $1, '62220812345678', '工商银行') returning account
       ), a as (
         insert into approval (kind, subject_id, school_id, amount, asked_by, outcome, decided_by, decided_at)
         select 'payment', id, $2, n, $3, 'approved', $4, now() from b, generate_series(400, 401) n returning id, amount
       ), r as (
         insert into payment_request (approval_id, bill_id, amount, account)
         select a.id, b.id, a.amount, account from a, b, account returning id
       ), f as (
         insert into payment_batch (created_by) values ($3) returning id
       ), i as (
         insert into payment_batch_item (batch_id, request_id) select f.id, min(r.id) from f, r group by 1
       ), t as (
         insert into bank_template (name, format) values ('模板' || $1, $5) returning id
       )
       select f.id as batch, max(r.id) as request, t.id as template from f, r, t group by f.id, t.id`,
      [mark, organ, me, member, JSON.stringify(format)],
    ),
  {
    payable: { ...noInput, platformOnly },
    list: { ...noInput, platformOnly },
    info: { input: ids => ({ batchId: ids.batch }), platformOnly },
    add: { input: ids => ({ requestIds: [ids.request] }), platformOnly },
    file: {
      input: ids => ({ batchId: ids.batch, format: 'csv' as const, templateId: ids.template }),
      platformOnly,
    },
    checkResult: { input: ids => ({ batchId: ids.batch, ...result }), platformOnly },
    readResult: { input: ids => ({ batchId: ids.batch, ...result }), platformOnly },
    cancel: { input: ids => ({ batchId: ids.batch }), platformOnly },
  },
)
