import type { ChecklistItem } from '@drivesim/contract'
import type { SeedPart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './seed.queries.ts'

/** A point of a list; `onFail` is a code of the devices: where the point fails, an order with its fault type is opened. */
interface Point extends Partial<Omit<ChecklistItem, 'onFailTypeId'>> {
  readonly onFail?: string
}

const item = (key: string, text: string, more: Point = {}) => ({
  key,
  text,
  kind: 'passFail' as const,
  min: null,
  max: null,
  required: true,
  ...more,
})

const monthly = [
  item('headset', '头显镜片清洁，佩戴无松动'),
  item('tracking', '头显追踪稳定，画面无漂移', { onFail: 'E101' }),
  item('wheel', '方向盘回正灵活，无异响', { onFail: 'E201' }),
  item('pedals', '油门、制动、离合踏板回位正常', { onFail: 'E202' }),
  item('platform', '动感平台限位与紧固件无松动', { onFail: 'E301' }),
  item('temperature', '主机满载温度（℃）', { kind: 'number', min: 20, max: 85 }),
  item('note', '其他情况', { kind: 'text', required: false }),
]
const weekly = [
  item('power', '开机自检'),
  item('cable', '线缆无破损、无拉扯', { onFail: 'E103' }),
  item('label', '设备标签清晰可扫'),
  item('photo', '现场照片', { kind: 'picture', required: false }),
]

async function withTypes(db: Db, points: readonly ReturnType<typeof item>[]): Promise<ChecklistItem[]> {
  const types = await queries.typesOfCodes(db)
  return points.map(({ onFail, ...point }) => ({ ...point, onFailTypeId: types.get(onFail ?? '') ?? null }))
}

/** 保养 once a quarter or by hours, 巡检 once a month; a stock-taking that is over, and one under way. */
export const inspectionsSeed: SeedPart = {
  async fill(db) {
    const maintain = await queries.addChecklist(db, '季度保养清单', await withTypes(db, monthly))
    const visit = await queries.addChecklist(db, '月度巡检清单', await withTypes(db, weekly))
    await queries.addPlan(db, {
      name: '季度保养',
      kind: 'maintenance',
      checklist: maintain,
      days: 90,
      lead: 3,
    })
    await queries.addPlan(db, {
      name: '运行 300 小时保养',
      kind: 'maintenance',
      checklist: maintain,
      hours: 300,
    })
    await queries.addPlan(db, { name: '月度巡检', kind: 'inspection', checklist: visit, days: 30, lead: 2 })
    await queries.spreadDevices(db)
    await queries.addStocktakes(db)
  },
}
