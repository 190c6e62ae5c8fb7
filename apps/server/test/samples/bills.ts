import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const { platformOnly } = errors
const ofSchool = { input: ({ organ }: Place) => ({ schoolId: organ }), foreign: 'nothing' } as const
const month = '2026-01'
const paid = { amount: 100, method: 'bankTransfer', paidOn: '2026-02-02' } as const

export const samples = samplesOf(
  'bills',
  (app: TestApp, { mark, organ, me }: Place) =>
    insertIds(
      app,
      ['bill', 'toSettle', 'payment', 'line'],
      `with made as (
         insert into bill (no, school_id, month, state, adjusted, net, paid, issued_on, due_on, confirmed_how)
         values ('ZD-' || $1 || '1', $2, '2025-01-01', 'toCheck', 0, 0, 0, '2025-02-03', '2025-02-18', null),
           ('ZD-' || $1 || '2', $2, '2025-02-01', 'partlyRepaid', -900, -900, -100, '2025-03-03', '2025-03-18', 'school'),
           ('ZD-' || $1 || '3', $2, '2025-03-01', 'toSettle', 900, 900, 0, '2025-04-03', '2025-04-18', 'school')
         returning id, month
       ), line as (
         insert into bill_line (bill_id, kind, late, base, amount)
         select id, 'adjustment', false, 0, -900 from made where month = '2025-02-01' returning id
       ), payment as (
         insert into bill_payment (no, bill_id, direction, amount, method, paid_on, created_by)
         select 'SK-' || $1, id, 'in', 100, 'cash', '2025-03-04', $3 from made where month = '2025-02-01' returning id
       )
       select (select id from made where month = '2025-02-01') as bill, (select id from made where month = '2025-03-01') as "toSettle",
         payment.id as payment, line.id as line from payment, line`,
      [mark, organ, me],
    ),
  {
    current: { input: ({ organ }) => ({ schoolId: organ }), refused: errors.nothingToClose },
    bills: ofSchool,
    billExport: ofSchool,
    bill: { input: ids => ({ billId: ids.bill }) },
    billOrders: { input: ids => ({ billId: ids.bill, line: ids.line }) },
    confirm: { input: ids => ({ billId: ids.bill }), refused: errors.billNot },
    object: { input: ids => ({ billId: ids.bill, reason: '矩阵核对' }), refused: errors.billNot },
    answer: { input: ids => ({ billId: ids.bill, text: '矩阵核对' }), platformOnly },
    settle: { input: ids => ({ billId: ids.bill }), platformOnly },
    invoice: {
      input: ids => ({ billId: ids.bill, invoiceNo: '12345678', invoiceOn: '2025-03-05' }),
      platformOnly,
    },
    close: { input: ({ organ }) => ({ month, schoolId: organ }), platformOnly },
    adjust: { input: ({ organ }) => ({ schoolId: organ, amount: 100, reason: '矩阵核对' }), platformOnly },
    receive: { input: ids => ({ billId: ids.bill, ...paid }), platformOnly },
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
