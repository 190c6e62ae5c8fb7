import { errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const { platformOnly } = errors
const ofSchool = { input: ({ organ }: Place) => ({ schoolId: organ }), foreign: 'nothing' } as const
const month = '2026-01'
const paidInput = {
  amount: 100,
  method: 'bankTransfer',
  paidOn: businessDayOf(Date.now()),
  // The bill has such a payment, to be taken back.
  confirmDouble: true,
} as const

export const samples = samplesOf(
  'bills',
  (app: TestApp, { mark, organ, me, student }: Place) =>
    insertIds(
      app,
      ['bill', 'toSettle', 'toCheck', 'disputed', 'payment', 'line', 'attachment', 'recharge'],
      // Up to the last month: what comes next is not over, and nothing closes it by itself.
      `with day as (select date_trunc('month', business_day(now()))::date as first),
       made as (
         insert into bill (no, school_id, month, state, adjusted, net, paid, issued_on, due_on, confirmed_how, digest)
         select 'ZD-' || $1 || state, $2::bigint, first - months * interval '1 month', state, net, net, paid, first, first + 15, how, $1
         from day, (values (4, 'disputed', 0, 0, null), (3, 'toCheck', 0, 0, null), (2, 'partlyRepaid', -900, -100, 'school'), (1, 'toSettle', 900, 0, 'school'))
           x (months, state, net, paid, how)
         returning id, state
       ), line as (
         insert into bill_line (bill_id, kind, late, base, amount)
         select id, 'adjustment', false, 0, -900 from made where state = 'partlyRepaid' returning id, bill_id
       ), said as (
         insert into bill_remark (bill_id, kind, by_school, member_id, text)
         select id, 'objection', true, $3, $1 from made where state = 'disputed'
       ), uploaded as (
         insert into bill_attachment (file, bytes, member_id) values (md5($1) || '.pdf', 1, $3) returning id
       ), lot as (
         insert into recharge_order (student_id, school_id, organ_id, channel, holder_school_id, amount, refunded, created_by, paid_at, day)
         values ($4, $2, $2, 'offline', $2, 700, 700, $3, now(), business_day(now())) returning id
       ), back as (
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, holder_school_id, holder_bill_id, amount, method, state, reason, created_by, day, done_at)
         select 'recharge', lot.id, $4, $2, $2, $2, made.id, 700, 'bankTransfer', 'refunded', $1, $3, business_day(now()), now()
         from lot, made where state = 'toCheck'
       ), on_behalf as (
         insert into bill_line (bill_id, kind, late, base, amount)
         select id, 'onBehalf', false, 0, 700 from made where state = 'toCheck'
       ), payment as (
         insert into bill_payment (no, bill_id, direction, amount, method, paid_on, created_by)
         select 'SK-' || $1, bill_id, 'in', 100, 'cash', first, $3 from line, day returning id
       )
       select line.bill_id as bill, (select id from made where state = 'toSettle') as "toSettle",
         (select id from made where state = 'toCheck') as "toCheck", payment.id as payment, line.id as line,
         (select id from made where state = 'disputed') as disputed, uploaded.id as attachment, lot.id as recharge
       from payment, line, uploaded, lot`,
      [mark, organ, me, student],
    ),
  {
    current: { input: ({ organ }) => ({ schoolId: organ }) },
    runningMonths: noInput,
    list: ofSchool,
    export: ofSchool,
    info: { input: ids => ({ billId: ids.bill }) },
    orders: { input: ids => ({ billId: ids.bill, line: ids.line }) },
    orderExport: { input: ids => ({ billId: ids.bill, line: ids.line }) },
    confirm: { input: ids => ({ billId: ids.toCheck }) },
    object: {
      input: ({ toCheck, recharge, attachment }) => ({
        billId: toCheck,
        reason: '矩阵核对',
        orders: [{ orderKind: 'recharge', orderId: recharge }],
        attachments: [{ attachmentId: attachment, name: '流水.pdf' }],
      }),
      alone: { orders: errors.objectionOrder },
    },
    remark: {
      input: ({ disputed, attachment }) => ({
        billId: disputed,
        text: '矩阵核对',
        attachments: [{ attachmentId: attachment, name: '流水.pdf' }],
      }),
    },
    withdraw: { input: ids => ({ billId: ids.disputed }) },
    answer: { input: ids => ({ billId: ids.disputed, text: '矩阵核对' }), platformOnly },
    ordersToName: { input: ids => ({ billId: ids.toCheck }) },
    uploadAttachment: noInput,
    attachmentUrl: { input: ids => ({ attachmentId: ids.attachment }) },
    settle: { input: ids => ({ billId: ids.bill }), platformOnly, refused: errors.billNot },
    invoice: {
      input: ids => ({ billId: ids.bill, invoiceNo: '12345678', invoiceOn: '2025-03-05' }),
      platformOnly,
    },
    close: {
      input: ({ organ }) => ({ month, schoolId: organ }),
      platformOnly,
      refused: errors.monthClosed,
    },
    adjust: { input: ({ organ }) => ({ schoolId: organ, amount: 100, reason: '矩阵核对' }), platformOnly },
    receive: { input: ids => ({ billId: ids.bill, ...paidInput }), platformOnly },
    requestPayment: { input: ids => ({ items: [{ billId: ids.toSettle, amount: 100 }] }), platformOnly },
    pay: { input: ids => ({ billId: ids.toSettle, ...paidInput }), platformOnly },
    offset: {
      input: ids => ({ billId: ids.bill, byBillId: ids.toSettle, amount: 100 }),
      platformOnly,
    },
    voidPayment: { input: ids => ({ paymentId: ids.payment, reason: '矩阵核对' }), platformOnly },
    receipts: ofSchool,
    receiptExport: ofSchool,
  },
)
