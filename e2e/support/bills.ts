import {
  addMonths,
  approvals,
  bills,
  contracts,
  courses,
  endOfMonth,
  type InputOf,
  monthOf,
  orders,
  organisations,
  roles,
  students,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { recount } from '@drivesim/server/dist/test/facts.js'
import type { Api } from './api.ts'
import { newSn } from './devices.ts'
import { asOwner } from './owner.ts'
import { newPerson } from './people.ts'

/** The first day of the last month that is over. */
export const lastMonth = () => addMonths(monthOf(businessDayOf(Date.now())), -1)

/** A new school that shares its income since last month, and somebody who checks its bills and takes money. */
export async function newBilledSchool(admin: Api, terms: Partial<InputOf<typeof contracts.add>> = {}) {
  const name = `账单驾校${newSn().slice(4)}`
  const { organizationId: schoolId } = await admin.call(organisations.addSchool, {
    name,
    provinceId: '440000',
    cityId: '440100',
  })
  const startsOn = lastMonth()
  await admin.call(contracts.add, {
    schoolId,
    mode: 'share',
    platformBp: 3000,
    billingDay: 28,
    startsOn,
    endsOn: endOfMonth(addMonths(startsOn, 12)),
    deposit: 0,
    offlineCap: 100_000_000,
    ...terms,
  })
  const { roleId } = await admin.call(roles.add, {
    roleName: `对账${newSn().slice(4)}`,
    codes: ['finance', 'finance:accCheck', 'order:edit'],
  })
  const clerk = await newPerson(admin, { place: { organId: schoolId, organName: name }, roleIds: [roleId] })
  return { schoolId, name, clerk }
}

/** The same with an account that may be paid to, and something that the platform owes of last month. Fen. */
export async function newOwedSchool(
  admin: Api,
  finance: Api,
  owed: number,
  account: Partial<InputOf<typeof contracts.add>> = {},
) {
  const accountNumber = `6222${String(Date.now())}${newSn().replaceAll(/\D/g, '').slice(-4)}`
  const school = await newBilledSchool(admin, {
    accountHolder: '账单驾校有限公司',
    accountNumber,
    accountBank: '工商银行城东支行',
    ...account,
  })
  const { dataList } = await finance.call(approvals.list, {
    view: 'mine',
    kind: 'account',
    paramValue: school.name,
  })
  for (const { approvalId } of dataList) await finance.call(approvals.decide, { approvalId, accept: true })
  const { schoolId } = school
  await admin.call(bills.adjust, { schoolId, amount: owed, reason: '开业补贴' })
  await asOwner(pool =>
    pool.query('update adjustment set day = $2 where school_id = $1', [schoolId, lastMonth()]),
  )
  return { ...school, accountNumber }
}

/** Asks for the payment of all that is left of a bill, and another person agrees. */
export async function approvePayment(decider: Api, finance: Api, billId: number) {
  const { net, paid } = await finance.call(bills.info, { billId })
  const items = [{ billId, amount: net - paid }]
  const { approvalId } = await finance.call(bills.requestPayment, { items })
  await decider.call(approvals.decide, { approvalId, accept: true })
}

/** Sells a course for cash in the middle of last month. */
export async function sellLastMonth(
  admin: Api,
  { schoolId, name, clerk }: Awaited<ReturnType<typeof newBilledSchool>>,
) {
  const { dataList } = await admin.call(courses.list, { gearType: 'C1', state: 'enabled', pageSize: 1 })
  const [course] = dataList
  if (course === undefined) throw new Error('the demo business has courses')
  const { courseId, price } = course
  await admin.call(courses.saveOfSchool, { schoolId, offers: [{ courseId, price: null }] })
  const { userId: studentId } = await admin.call(students.add, {
    schoolId,
    userName: `学员${name}`.slice(0, 20),
    userPhone: `137${String(Date.now()).slice(-8)}`,
    gearType: 'C1',
  })
  const recharge = await clerk.api.call(orders.rechargeOffline, { studentId, amount: price })
  const order = await clerk.api.call(orders.addCourseOrder, { studentId, courseId })
  const day = `${lastMonth().slice(0, 7)}-15`
  await asOwner(async pool => {
    const put = (statement: string, id: number) => pool.query(statement, [id, day])
    await recount(pool, 'recharge', recharge.orderId, () =>
      put('update recharge_order set day = $2 where id = $1', recharge.orderId),
    )
    await recount(pool, 'course', order.orderId, async () => {
      await put('update course_order set day = $2 where id = $1', order.orderId)
      await put(
        'update order_funding set day = $2, contract_day = $2 where course_order_id = $1',
        order.orderId,
      )
    })
  })
}

/** Closes last month of a school. @returns its bill */
export async function closeLastMonth(finance: Api, schoolId: number) {
  await finance.call(bills.close, { month: lastMonth().slice(0, 7), schoolId })
  const [bill] = (await finance.call(bills.list, { schoolId })).dataList
  if (bill === undefined) throw new Error('last month was closed')
  return bill
}
