import { errors } from '@drivesim/contract'
import { samplesOf } from '../domainSamples.ts'
import { insertIds } from '../place.ts'

const { platformOnly } = errors

export const samples = samplesOf(
  'approvals',
  (app, { mark, organ, student, me, member }) =>
    insertIds(
      app,
      ['asked', 'own'],
      // Of a refund, which either code decides.
      `with lot as (
         insert into recharge_order (student_id, school_id, organ_id, channel, amount, cash_left, paid_at, day)
         select $4, $1, $1, 'wechat', 100000, 98000, now(), business_day(now()) from generate_series(1, 2) returning id
       ), refunds as (
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, amount, method, payee, state, reason, created_by, day)
         select 'recharge', id, $4, $1, $1, 1000, 'bankTransfer', '工行 6222', 'toApprove', $5,
           case when id = (select min(id) from lot) then $3::bigint else $2::bigint end, business_day(now()) from lot
         returning id, created_by
       ), made as (
         insert into approval (kind, subject_id, school_id, amount, asked_by)
         select 'refund', id, $1, 1000, created_by from refunds returning id, asked_by
       )
       select (select id from made where asked_by = $3) as asked, (select id from made where asked_by = $2) as own`,
      [organ, me, member, student, mark],
    ),
  {
    list: { input: () => ({}), platformOnly },
    export: { input: () => ({}), platformOnly },
    info: { input: ({ asked }) => ({ approvalId: asked }), platformOnly },
    revealAccount: {
      input: ({ asked }) => ({ approvalId: asked, line: 2, reason: '核对收款账户' }),
      platformOnly,
    },
    decide: { input: ({ asked }) => ({ approvalId: asked, accept: true }), platformOnly },
    withdraw: { input: ({ own }) => ({ approvalId: own }) },
  },
)
