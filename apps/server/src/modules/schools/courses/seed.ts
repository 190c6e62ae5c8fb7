import { type Business, schoolIds } from '@drivesim/fleet/business'
import { randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, integers, takeIds, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Prices are fen. */
const catalogue = [
  ['科目二基础班', 'C1', [1, 2, 3, 4, 5], 300, 59_800, 90, '五项逐项练习，适合刚通过科目一的学员'],
  ['科目二基础班', 'C2', [1, 2, 4, 5], 240, 49_800, 90, '四项逐项练习，自动挡无坡道'],
  ['科目二考前强化', 'C1', [1, 2, 3, 4, 5], 180, 42_800, 30, '按考试流程连贯练习，逐项点评扣分'],
  ['倒库与坡道专项', 'C1', [1, 3], 90, 23_800, 30, null],
  ['科目三道路班', 'C1', [6, 7, 8, 9, 11], 360, 79_800, 120, '城市道路与快速路，含加减挡位'],
  ['科目三道路班', 'C2', [6, 7, 8, 9], 360, 76_800, 120, null],
  ['夜间与灯光专项', 'C1', [10], 60, 15_800, 30, null],
  ['雨雾天气体验课', 'C2', [12], 60, 16_800, 60, '安全驾驶体验，每人限购一次'],
  ['20 小时学时卡', 'C1', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 1200, 198_000, 365, '全部训练模块通用'],
  ['20 小时学时卡', 'C2', [1, 2, 4, 5, 6, 7, 8, 9, 10, 12], 1200, 188_000, 365, '全部训练模块通用'],
] as const

/** The platform's courses, and which of them each school offers at which price. */
export const coursesSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const random = randomOf(business.seed, 'courses')
  const courseIds = await takeIds(db, 'course', catalogue.length)
  await insertColumns(db, 'course', {
    id: ids(courseIds),
    name: text(catalogue.map(([name]) => name)),
    gear_type: text(catalogue.map(([, gear]) => gear)),
    minutes: integers(catalogue.map(([, , , minutes]) => minutes)),
    price: ids(catalogue.map(([, , , , price]) => price)),
    valid_days: integers(catalogue.map(([, , , , , days]) => days)),
    note: text(catalogue.map(([, , , , , , note]) => note)),
  })
  const parts = courseIds.flatMap((course, index) =>
    (catalogue[index]?.[2] ?? []).map(module => ({ course, module })),
  )
  await insertColumns(db, 'course_module', {
    course_id: ids(parts.map(({ course }) => course)),
    module_id: ids(parts.map(({ module }) => module)),
  })
  /** Every school sells those that train everything. */
  const isCard = (course: number) => catalogue[courseIds.indexOf(course)]?.[3] === 1200
  const offers = schoolIds(business).flatMap(school =>
    courseIds
      .filter(course => random.chance(0.8) || isCard(course))
      .map((course, index) => {
        const price = catalogue[courseIds.indexOf(course)]?.[4] ?? 0
        // A school in a dearer city asks for more, in whole tens of yuan less two.
        const own = random.chance(0.25)
          ? Math.round((price * random.between(0.9, 1.2)) / 1000) * 1000 - 200
          : null
        return { school, course, price: own, sort: index + 1 }
      }),
  )
  await insertColumns(db, 'school_course', {
    school_id: ids(offers.map(({ school }) => school)),
    course_id: ids(offers.map(({ course }) => course)),
    price: ids(offers.map(({ price }) => price)),
    sort: integers(offers.map(({ sort }) => sort)),
  })
}
