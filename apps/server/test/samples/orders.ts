import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { makeSessions } from '../facts.ts'
import { insertIds, type Place } from '../place.ts'

const ofSchool = {
  input: ({ organ, student }: Place) => ({ organId: organ, studentId: student }),
  foreign: 'nothing',
} as const
const reason = '矩阵核对'

/** A student with money of every kind: lots, orders and refunds in the states that the calls need. */
async function make(app: TestApp, place: Place) {
  const { organ, student, member, mark, simulator, room } = place
  const ids = await insertIds(
    app,
    ['course', 'lot', 'unspent', 'toAccept', 'paid', 'waiting', 'cash', 'done', 'toApprove'],
    `with
       studies as (
         insert into enrolment (student_id, school_id, gear_type) values ($2, $1, 'C1') returning id
       ),
       course as (
         insert into course (name, gear_type, minutes, price, valid_days) values ('订单课程', 'C1', 60, 1000, 90)
         on conflict (gear_type, name) do update set minutes = excluded.minutes returning id
       ),
       module as (
         insert into course_module (course_id, module_id) select id, 1 from course on conflict do nothing
       ),
       offer as (
         insert into school_course (school_id, course_id, sort) select $1, id, 1 from course
       ),
       lot as (
         insert into recharge_order (student_id, school_id, organ_id, channel, holder_school_id, amount, cash_left, created_by, paid_at, day)
         values ($2, $1, $1, 'offline', $1, 100000, 88000, $4, now(), business_day(now())) returning id
       ),
       unspent as (
         insert into recharge_order (student_id, school_id, organ_id, channel, holder_school_id, amount, cash_left, created_by, paid_at, day)
         values ($2, $1, $1, 'offline', $1, 50000, 50000, $4, now(), business_day(now())) returning id
       ),
       to_accept as (
         insert into recharge_order (student_id, school_id, organ_id, channel, holder_school_id, amount, created_by, day)
         values ($2, $1, $1, 'offline', $1, 700, $4, business_day(now())) returning id
       ),
       paid as (
         insert into course_order (student_id, school_id, organ_id, enrolment_id, course_id, amount, cash_paid, minutes, created_by, paid_at, day)
         select $2, $1, $1, studies.id, course.id, 10000, 10000, 60, $4, now(), business_day(now()) from studies, course
         returning id
       ),
       waiting as (
         insert into course_order (student_id, school_id, organ_id, enrolment_id, course_id, amount, minutes, created_by, day)
         select $2, $1, $1, studies.id, course.id, 1000, 60, $4, business_day(now()) from studies, course returning id
       ),
       funded as (
         insert into order_funding (course_order_id, recharge_order_id, school_id, holder_school_id, contract_day, day, amount)
         select paid.id, lot.id, $1, $1, business_day(now()), business_day(now()), 10000 from paid, lot
       ),
       cash as (
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, holder_school_id, amount, method, state, reason, created_by, day)
         select 'recharge', lot.id, $2, $1, $1, $1, 1000, 'cash', 'refunding', $3, $4, business_day(now()) from lot returning id
       ),
       done as (
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, holder_school_id, amount, method, state, reason, created_by, day, done_at)
         select 'recharge', lot.id, $2, $1, $1, $1, 500, 'cash', 'refunded', $3, $4, business_day(now()), now() from lot returning id
       ),
       to_approve as (
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, holder_school_id, amount, method, state, reason, created_by, day)
         select 'recharge', lot.id, $2, $1, $1, $1, 500, 'cash', 'toApprove', $3, $4, business_day(now()) from lot returning id
       ),
       asked as (
         insert into approval (kind, subject_id, school_id, amount, asked_by) select 'refund', id, $1, 500, $4 from to_approve
       ),
       posted as (
         insert into journal (kind, event_key, day) values ('recharge', $3, business_day(now())) returning id
       ),
       entries as (
         insert into ledger_entry (journal_id, line, account, school_id, student_id, unit, amount)
         select id, 1, 'custody', $1, null, 'CNY', 138000 from posted
         union all select id, 2, 'student_cash', $1, $2, 'CNY', -138000 from posted
       )
     select course.id as course, lot.id as lot, unspent.id as unspent, to_accept.id as "toAccept", paid.id as paid,
       waiting.id as waiting, cash.id as cash, done.id as done, to_approve.id as "toApprove"
     from course, lot, unspent, to_accept, paid, waiting, cash, done, to_approve`,
    [organ, student, mark, member],
  )
  const { pool } = app.services
  const [record = 0] = await makeSessions(pool, [
    { simulator, organ, room, student, at: new Date(Math.ceil(Date.now() / 1000) * 1000).toISOString() },
  ])
  await pool.query('select charge_minutes(array[$1::bigint])', [record])
  await pool.query('update finance_setting set raise_limit = 300000, raise_from = business_day(now()) + 1')
  return { ...ids, record }
}

export const samples = samplesOf('orders', make, {
  recharges: ofSchool,
  rechargeExport: ofSchool,
  rechargeInfo: { input: ({ lot }) => ({ orderId: lot }) },
  clerks: { input: ({ organ, member }) => ({ organId: organ, clerkId: member }), foreign: 'nothing' },
  clerkExport: { input: ({ organ, member }) => ({ organId: organ, clerkId: member }), foreign: 'nothing' },
  clerkOptions: { input: () => ({}), foreign: 'nothing' },
  rechargeOffline: {
    input: ({ student, waiting }) => ({ studentId: student, amount: 20_000, thenCourse: waiting }),
  },
  acceptRecharge: { input: ({ toAccept }) => ({ orderId: toAccept, accept: true }) },
  closeRecharge: { input: ({ toAccept }) => ({ orderId: toAccept, reason }) },
  reverseRecharge: { input: ({ unspent }) => ({ orderId: unspent, reason }) },
  refundRecharge: { input: ({ lot }) => ({ orderId: lot, amount: 100, method: 'cash', reason }) },
  courseOrders: ofSchool,
  courseOrderExport: ofSchool,
  courseOrderInfo: { input: ({ paid }) => ({ orderId: paid }) },
  refundPreview: { input: ({ paid }) => ({ orderId: paid, minutes: 10 }) },
  addCourseOrder: { input: ({ student, course }) => ({ studentId: student, courseId: course }) },
  payCourseOrder: { input: ({ waiting }) => ({ orderId: waiting }) },
  closeCourseOrder: { input: ({ waiting }) => ({ orderId: waiting }) },
  refundCourseOrder: { input: ({ paid }) => ({ orderId: paid, minutes: 10, reason }) },
  restoreMinutes: {
    input: ({ record }) => ({ recordId: record, minutes: 1, reason }),
    platformOnly: errors.platformOnly,
  },
  refunds: ofSchool,
  refundExport: ofSchool,
  refundInfo: { input: ({ cash }) => ({ refundId: cash }) },
  revealPayee: {
    input: ({ cash }) => ({ refundId: cash, reason: '核对账号' }),
    platformOnly: errors.platformOnly,
  },
  // Whether a code suffices depends on the method: orders.test.ts has both; here it is paid already.
  payRefund: {
    input: ({ done }) => ({ refundId: done, paidOn: '2026-01-01' }),
    refused: errors.orderNot,
  },
  // It did not fail: channels.test.ts has those that did.
  retryRefund: {
    input: ({ cash }) => ({ refundId: cash }),
    refused: errors.orderNot,
    platformOnly: errors.platformOnly,
  },
  decideRefund: {
    input: ({ toApprove }) => ({ refundId: toApprove, accept: true }),
    platformOnly: errors.platformOnly,
  },
  giveUpRefund: { input: ({ cash }) => ({ refundId: cash, reason }), platformOnly: errors.platformOnly },
  refundOnBehalf: {
    input: ({ lot }) => ({ orderId: lot, amount: 100, payee: '工行 6222', reason }),
    platformOnly: errors.platformOnly,
  },
  settings: { input: () => ({}), foreign: 'nothing' },
  cancelRaise: { input: () => ({ limit: 'refund' }), platformOnly: errors.platformOnly },
  saveSettings: {
    input: () => ({ approvalLimit: 200_000, tiers: [{ fromAmount: 50_000, bonus: 5000 }] }),
    platformOnly: errors.platformOnly,
  },
})
