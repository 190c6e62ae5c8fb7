import { addDays, businessDayOf, dayMilliseconds, dayStart } from '@drivesim/contract/businessDay'
import { type Business, schoolIds } from '@drivesim/fleet/business'
import { mobileNumber, personName } from '@drivesim/fleet/names'
import { type Random, randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

const opinions = [
  '方向盘回正比训练车重一些，多练几次就适应了',
  '倒车入库的后视镜画面很清楚，比实车好找点',
  '头显戴久了有点闷，希望中间能休息五分钟',
  '侧方停车的提示语音能不能关掉，快考试了想自己判断',
  '周六上午总是约不到，希望多开放几台设备',
  '坡道起步的震动很真实，第一次上实车没有熄火',
  '三号机的离合踏板有异响，麻烦检查一下',
  '成绩里能看到每次扣分的原因，很有帮助',
  '夜间模式练了两次，灯光考试一次过',
  '教室空调温度有点低',
  '希望增加自动挡的直角转弯专项课',
  '前台老师很耐心，帮我调好了座椅和头显',
]

/** Sign-ups and feedback of the last weeks. */
export const feedbacksSeed: SeedPart = {
  async fill(db, business) {
    await insertSignUps(db, business)
    await insertFeedback(db, business)
  },
}

async function insertSignUps(db: Db, business: Business): Promise<void> {
  const { seed, until } = business
  const random = randomOf(seed, 'sign-ups')
  const schools = schoolIds(business)
  const moments = pastMoments(random, until, schools.length * 6)
  await insertColumns(db, 'sign_up', {
    school_id: ids(moments.map(() => random.pick(schools))),
    name: text(moments.map(() => personName(random))),
    phone: text(moments.map(() => mobileNumber(random))),
    gear_type: text(moments.map(() => (random.chance(0.6) ? 'C1' : 'C2'))),
    created_at: instants(moments),
  })
}

async function insertFeedback(db: Db, { students, seed, until }: Business): Promise<void> {
  const random = randomOf(seed, 'feedback')
  const earlier = students.filter(
    student => dayStart(student.registeredDay) < until - feedbackDays * dayMilliseconds,
  )
  const authors = earlier.length === 0 ? students : earlier
  const moments = authors.length === 0 ? [] : pastMoments(random, until, 48)
  const from = moments.map(() => random.pick(authors))
  await insertColumns(db, 'feedback', {
    school_id: ids(from.map(one => one.schoolId)),
    student_id: ids(from.map(one => one.id)),
    content: text(moments.map(() => random.pick(opinions))),
    created_at: instants(moments),
  })
}

const feedbackDays = 60

/** Moments of the last weeks in waking hours, oldest first. */
function pastMoments(random: Random, until: number, count: number): number[] {
  const today = businessDayOf(until)
  return Array.from({ length: count }, () => {
    const date = addDays(today, -random.int(1, feedbackDays - 1))
    return dayStart(date) + random.int(8 * 60, 22 * 60) * 60_000
  }).sort((one, other) => one - other)
}
