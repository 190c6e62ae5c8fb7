import { errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { TestApp } from '../app.ts'
import { none, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const { platformOnly } = errors
const ofSchool = { input: ({ organ }: Place) => ({ schoolId: organ }), foreign: 'nothing' } as const
const month = '2026-01'
const paid = {
  amount: 100,
  method: 'bankTransfer',
  paidOn: businessDayOf(Date.now()),
  // The bill has such a payment, to be taken back.
  confirmDouble: true,
} as const

export const samples = samplesOf(
  'bills',
  (app: TestApp, { mark, organ, me }: Place) =>
    insertIds(
      app,
      ['bill', 'toSettle', 'toCheck', 'payment', 'line'],
      // Up to the last month: what comes next is not over, and nothing closes it by itself.
      `with day as (select date_trunc('month', business_day(now()))::date as first),
       made as (
         insert into bill (no, school_id, month, state, adjusted, net, paid, issued_on, due_on, confirmed_how, digest)
         select 'ZD-' || $1 || state, $2::bigint, first - months * interval '1 month', state, net, net, paid, first, first + 15, how, $1
         from day, (values (3, 'toCheck', 0, 0, null), (2, 'partlyRepaid', -900, -100, 'school'), (1, 'toSettle', 900, 0, 'school'))
           x (months, state, net, paid, how)
         returning id, state
       ), line as (
         insert into bill_line (bill_id, kind, late, base, amount)
         select id, 'adjustment', false, 0, -900 from made where state = 'partlyRepaid' returning id, bill_id
       ), payment as (
         insert into bill_payment (no, bill_id, direction, amount, method, paid_on, created_by)
         select 'SK-' || $1, bill_id, 'in', 100, 'cash', first, $3 from line, day returning id
       )
       select line.bill_id as bill, (select id from made where state = 'toSettle') as "toSettle",
         (select id from made where state = 'toCheck') as "toCheck", payment.id as payment, line.id as line
       from payment, line`,
      [mark, organ, me],
    ),
  {
    current: { input: ({ organ }) => ({ schoolId: organ }) },
    runningMonths: none,
    bills: ofSchool,
    billExport: ofSchool,
    bill: { input: ids => ({ billId: ids.bill }) },
    billOrders: { input: ids => ({ billId: ids.bill, line: ids.line }) },
    billOrderExport: { input: ids => ({ billId: ids.bill, line: ids.line }) },
    confirm: { input: ids => ({ billId: ids.toCheck }) },
    object: { input: ids => ({ billId: ids.toCheck, reason: '矩阵核对' }) },
    answer: {
      input: ids => ({ billId: ids.toCheck, text: '矩阵核对' }),
      platformOnly,
      refused: errors.billNot,
    },
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
    receive: { input: ids => ({ billId: ids.bill, ...paid }), platformOnly },
    requestPayment: { input: ids => ({ items: [{ billId: ids.toSettle, amount: 100 }] }), platformOnly },
    pay: { input: ids => ({ billId: ids.toSettle, ...paid }), platformOnly },
    offset: {
      input: ids => ({ billId: ids.bill, byBillId: ids.toSettle, amount: 100 }),
      platformOnly,
    },
    voidPayment: { input: ids => ({ paymentId: ids.payment, reason: '矩阵核对' }), platformOnly },
    receipts: ofSchool,
    receiptExport: ofSchool,
  },
)
