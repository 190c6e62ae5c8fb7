import { contracts, courses, organisations, roles, students } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { Api } from './api.ts'
import { newSn } from './devices.ts'
import { newPerson } from './people.ts'

let made = 0

/** A school that may take cash and sells one course, with somebody at its front desk. Nobody else moves its money. */
export async function newShop(admin: Api) {
  const mark = newSn().slice(4)
  const place = { organName: `驾校 ${mark}`, organId: await newSchool(admin, `驾校 ${mark}`) }
  const { organId: schoolId } = place
  const today = businessDayOf(Date.now())
  await admin.call(contracts.add, {
    schoolId,
    mode: 'share',
    platformBp: 3000,
    billingDay: 28,
    startsOn: addDays(today, -60),
    endsOn: addDays(today, 300),
    deposit: 0,
    offlineCap: 1_000_000_000,
  })
  const course = await aCourse(admin)
  await admin.call(courses.saveOfSchool, { schoolId, offers: [{ courseId: course.courseId, price: null }] })
  const { roleId } = await admin.call(roles.add, {
    roleName: `前台 ${mark}`,
    codes: ['student:edit', 'order:edit'],
    organId: schoolId,
  })
  return { ...place, course, clerk: await newPerson(admin, { place, roleIds: [roleId] }) }
}
export type Shop = Awaited<ReturnType<typeof newShop>>

async function newSchool(admin: Api, name: string): Promise<number> {
  const form = { name, provinceId: '440000', cityId: '440100' }
  return (await admin.call(organisations.addSchool, form)).organizationId
}

/** One of the demo business that costs something. */
async function aCourse(admin: Api) {
  const { dataList } = await admin.call(courses.list, { gearType: 'C1', state: 'enabled', pageSize: 100 })
  const course = dataList.findLast(({ price, floorPrice }) => price >= Math.max(floorPrice, 10_000))
  if (course === undefined) throw new Error('the demo business sells courses')
  return course
}

/** A student of the shop, enrolled at its front desk. */
export async function newStudent({ clerk, organId: schoolId }: Shop) {
  made += 1
  const userName = `学员${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
  const userPhone = `135${String(Date.now() + made).slice(-8)}`
  const { userId } = await clerk.api.call(students.add, { schoolId, userName, userPhone, gearType: 'C1' })
  return { userId, userName, userPhone }
}
