import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { type Business, schoolIds } from '@drivesim/fleet/business'
import { mobileNumber, personName } from '@drivesim/fleet/names'
import { randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { insertApplicants, insertBindings, insertCoaches, insertConfigs } from './seed.queries.ts'

/** What schools offer; prices in fen. */
const offers = [
  {
    title: 'C1 手动挡普通班',
    gear: 'C1',
    kind: 'standard',
    price: 328_000,
    was: 368_000,
    about: '科目二、科目三模拟器各 6 小时，周一至周五练车',
  },
  {
    title: 'C2 自动挡普通班',
    gear: 'C2',
    kind: 'standard',
    price: 358_000,
    was: 398_000,
    about: '科目二、科目三模拟器各 5 小时，周一至周五练车',
  },
  {
    title: 'C1 周末班',
    gear: 'C1',
    kind: 'weekend',
    price: 388_000,
    was: null,
    about: '适合上班族，周六、周日全天练车',
  },
  {
    title: 'C2 自动挡 VIP 班',
    gear: 'C2',
    kind: 'vip',
    price: 598_000,
    was: 658_000,
    about: '一人一车，时间自选，模拟器不限时',
  },
] as const
const refusals = ['年龄不足 18 周岁', '体检证明已过期，请重新体检后报名', '名额已满，已与本人电话说明']
const states = ['waiting', 'waiting', 'waiting', 'confirmed', 'confirmed', 'refused', 'cancelled'] as const

/** 招生 of each school: what it offers, its coaches, which simulators serve it, and who applied in the last weeks. */
export const enrolmentSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const { seed, until } = business
  const random = randomOf(seed, 'enrolment')
  const today = businessDayOf(until)
  for (const school of schoolIds(business)) {
    const rooms = business.classrooms.filter(({ schoolId }) => schoolId === school)
    const roomIds = new Set(rooms.map(({ id }) => id))
    const coaches = await insertCoaches(
      db,
      rooms.map(room => ({
        school_id: school,
        name: personName(random),
        phone: mobileNumber(random),
        room_id: room.id,
        gear_types: random.chance(0.6) ? ['C1', 'C2'] : ['C1'],
        years: random.int(3, 24),
      })),
    )
    const configs = await insertConfigs(
      db,
      offers.map(({ title, gear, kind, price, was, about }, index) => ({
        school_id: school,
        title,
        gear_type: gear,
        class_type: kind,
        price,
        original_price: was,
        contents: about,
        valid_from: addDays(today, -60),
        valid_until: addDays(today, 120 + 30 * index),
        state: index === 2 && random.chance(0.3) ? 'disabled' : 'enabled',
      })),
    )
    const simulators = business.simulators.filter(({ roomId }) => roomIds.has(roomId)).map(({ id }) => id)
    await insertBindings(
      db,
      configs.map((config, index) => ({
        config,
        coaches: coaches.filter((_, place) => (place + index) % 2 === 0),
        simulators: simulators.filter((_, place) => place % offers.length === index),
      })),
    )
    const students = business.students.filter(({ schoolId }) => schoolId === school)
    const applicants = states.flatMap(state => {
      const student = random.pick(students)
      const offer = offers.findIndex(({ gear }) => gear === student.gearType)
      const config = configs[offer]
      if (config === undefined) return []
      const person =
        state === 'confirmed' ? student : { name: personName(random), phone: mobileNumber(random) }
      return [
        {
          config_id: config,
          coach_id: random.chance(0.7) ? random.pick(coaches) : null,
          name: person.name,
          phone: person.phone,
          applied_at: new Date(until - random.int(1, 20 * 24 * 60) * 60_000),
          state,
          reason: state === 'refused' ? random.pick(refusals) : null,
          student_id: state === 'confirmed' ? student.id : null,
        },
      ]
    })
    await insertApplicants(db, applicants)
  }
}
