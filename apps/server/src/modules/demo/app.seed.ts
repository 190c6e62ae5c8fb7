import { addDays, businessDayOf, dayMilliseconds, dayStart } from '@drivesim/contract/businessDay'
import { type Random, randomOf } from '@drivesim/fleet/random'
import type { Db } from '../../platform/postgres/db.ts'
import type { Business } from './business.seed.ts'
import { ids, instants, text } from './columns.seed.ts'
import { mobileNumber, personName } from './names.seed.ts'
import { type Column, insertColumns, takeIds } from './queries.ts'

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
] as const

type Entry = readonly [name: string, icon: string, small: boolean, below: readonly string[]]
/** The platform's entries, in every school's app. */
const sharedMenu: readonly Entry[] = [
  ['模拟训练', 'car', false, ['科目二训练', '科目三训练', '夜间与恶劣天气']],
  ['课程购买', 'shop', false, []],
  ['理论学习', 'read', false, ['科目一题库', '科目四题库']],
  ['我的成绩', 'trophy', true, []],
  ['训练预约', 'calendar', true, []],
  ['意见反馈', 'message', true, []],
]
/** What some schools have besides. */
const ownMenu: readonly Entry[] = [
  ['班车时刻', 'bus', true, []],
  ['教练团队', 'team', true, []],
  ['学车须知', 'file', false, ['体检与照片', '考试预约流程']],
]

/** From and to: days from today. Without schools: in all apps. */
const banners = [
  { title: '新学员礼遇', image: 'welcome', from: -40, to: 50, schools: [] },
  { title: '科目二考前冲刺', image: 'sprint', from: -12, to: 18, schools: [] },
  { title: '夜间驾驶专题', image: 'night', from: -5, to: 25, schools: [0, 1, 2, 3] },
  { title: '周末模拟专场', image: 'sprint', from: 9, to: 30, schools: [0] },
  { title: '新教室开放体验', image: 'welcome', from: -60, to: -20, schools: [1] },
] as const

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

/** Courses and offers, menus and banners, sign-ups and feedback, as a platform of this size has them after some months. */
export async function insertApp(db: Db, business: Business, seed: number, until: number): Promise<void> {
  const schools = business.organisations.filter(one => one.type === 'school').map(one => one.id)
  await insertCourses(db, schools, randomOf(seed, 'courses'))
  await insertMenus(db, schools.slice(0, 4))
  await insertBanners(db, schools, businessDayOf(until))
  await insertSignUps(db, schools, randomOf(seed, 'sign-ups'), until)
  await insertFeedback(db, business, randomOf(seed, 'feedback'), until)
}

async function insertCourses(db: Db, schools: readonly number[], random: Random): Promise<void> {
  const courseIds = await takeIds(db, 'course', catalogue.length)
  await insertColumns(db, 'course', {
    id: ids(courseIds),
    name: text(catalogue.map(([name]) => name)),
    gear_type: text(catalogue.map(([, gear]) => gear)),
    minutes: whole(catalogue.map(([, , , minutes]) => minutes)),
    price: ids(catalogue.map(([, , , , price]) => price)),
    valid_days: whole(catalogue.map(([, , , , , days]) => days)),
    note: text(catalogue.map(([, , , , , , note]) => note)),
  })
  const parts = courseIds.flatMap((course, index) =>
    (catalogue[index]?.[2] ?? []).map(module => ({ course, module })),
  )
  await insertColumns(db, 'course_module', {
    course_id: ids(parts.map(({ course }) => course)),
    module_id: ids(parts.map(({ module }) => module)),
  })
  const offers = schools.flatMap(school =>
    courseIds
      .filter(() => random.chance(0.8))
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
    sort: whole(offers.map(({ sort }) => sort)),
  })
}

async function insertMenus(db: Db, schools: readonly number[]): Promise<void> {
  const tops = [
    ...sharedMenu.map(entry => ({ entry, school: null })),
    ...schools.flatMap((school, index) =>
      ownMenu.slice(0, 1 + (index % 3)).map(entry => ({ entry, school })),
    ),
  ]
  const topIds = await takeIds(db, 'app_menu', tops.length)
  const rows = tops.flatMap(({ entry: [name, icon, small, below], school }, index) => {
    const id = topIds[index] ?? null
    const top = { id, name, parent: null, school, small, icon, sort: (index + 1) * 10 }
    return [
      { top, below: below.map((name, place) => ({ name, parent: id, school, sort: (place + 1) * 10 })) },
    ]
  })
  const top = rows.map(row => row.top)
  await insertColumns(db, 'app_menu', {
    id: ids(top.map(one => one.id)),
    name: text(top.map(one => one.name)),
    school_id: ids(top.map(one => one.school)),
    small: { type: 'boolean', values: top.map(one => one.small) },
    icon: text(top.map(one => one.icon)),
    sort: whole(top.map(one => one.sort)),
  })
  const below = rows.flatMap(row => row.below)
  await insertColumns(db, 'app_menu', {
    id: ids(await takeIds(db, 'app_menu', below.length)),
    name: text(below.map(one => one.name)),
    parent_id: ids(below.map(one => one.parent)),
    school_id: ids(below.map(one => one.school)),
    sort: whole(below.map(one => one.sort)),
  })
}

async function insertBanners(db: Db, schools: readonly number[], today: string): Promise<void> {
  const bannerIds = await takeIds(db, 'app_banner', banners.length)
  await insertColumns(db, 'app_banner', {
    id: ids(bannerIds),
    title: text(banners.map(({ title }) => title)),
    image_url: text(banners.map(({ image }) => `/banners/${image}.svg`)),
    begins_on: { type: 'date', values: banners.map(({ from }) => addDays(today, from)) },
    ends_on: { type: 'date', values: banners.map(({ to }) => addDays(today, to)) },
    sort: whole(banners.map((_, index) => (index + 1) * 10)),
  })
  const places = banners.flatMap((banner, index) =>
    banner.schools.flatMap(place => {
      const school = schools[place]
      return school === undefined ? [] : [{ banner: bannerIds[index], school }]
    }),
  )
  await insertColumns(db, 'app_banner_school', {
    banner_id: ids(places.map(({ banner }) => banner)),
    school_id: ids(places.map(({ school }) => school)),
  })
}

async function insertSignUps(
  db: Db,
  schools: readonly number[],
  random: Random,
  until: number,
): Promise<void> {
  const moments = pastMoments(random, until, schools.length * 6)
  await insertColumns(db, 'sign_up', {
    school_id: ids(moments.map(() => random.pick(schools))),
    name: text(moments.map(() => personName(random))),
    phone: text(moments.map(() => mobileNumber(random))),
    gear_type: text(moments.map(() => (random.chance(0.6) ? 'C1' : 'C2'))),
    created_at: instants(moments),
  })
}

async function insertFeedback(db: Db, { students }: Business, random: Random, until: number): Promise<void> {
  const earlier = students.filter(one => dayStart(one.registeredDay) < until - feedbackDays * dayMilliseconds)
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

const whole = (values: readonly unknown[]): Column => ({ type: 'integer', values })
