import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { schoolIds } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, integers, takeIds, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

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

/** Menus and banners of the learners' app. */
export const appsSeed: SeedPart = {
  async fill(db, business) {
    const schools = schoolIds(business)
    await insertMenus(db, schools.slice(0, 4))
    await insertBanners(db, schools, businessDayOf(business.until))
  },
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
    sort: integers(top.map(one => one.sort)),
  })
  const below = rows.flatMap(row => row.below)
  await insertColumns(db, 'app_menu', {
    id: ids(await takeIds(db, 'app_menu', below.length)),
    name: text(below.map(one => one.name)),
    parent_id: ids(below.map(one => one.parent)),
    school_id: ids(below.map(one => one.school)),
    sort: integers(below.map(one => one.sort)),
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
    sort: integers(banners.map((_, index) => (index + 1) * 10)),
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
