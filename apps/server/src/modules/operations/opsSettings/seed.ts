import type { DealOutcome, FaultSeverity } from '@drivesim/contract'
import { type Business, schoolIds } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { insertColumns, integers, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { insertDays } from './calendar.queries.ts'
import { holidaysOf } from './holidays.rules.ts'
import { insertFaultTypes, insertParts } from './seed.queries.ts'
import { setCalendar } from './settings.queries.ts'

interface Kind {
  readonly name: string
  readonly types: readonly (readonly [name: string, FaultSeverity, hours: number, ...codes: string[]])[]
  /** Prices in fen. */
  readonly parts: readonly (readonly [name: string, model: string, price: number])[]
}

const kinds: readonly Kind[] = [
  {
    name: '头显',
    types: [
      ['追踪丢失', 'major', 8, 'E101'],
      ['温度过高', 'minor', 24, 'E102'],
      ['连接线松动', 'minor', 16, 'E103'],
      ['画面异常', 'major', 8],
    ],
    parts: [
      ['头显连接线', 'HMD-CB5', 18_000],
      ['头显面罩', 'HMD-FM2', 6_800],
      ['头显整机', 'HMD-P3', 428_000],
    ],
  },
  {
    name: '方向盘',
    types: [
      ['编码器异常', 'critical', 8, 'E201'],
      ['力反馈失效', 'major', 12],
    ],
    parts: [
      ['方向盘编码器', 'SW-EN1', 36_000],
      ['方向盘同步带', 'SW-BT2', 9_500],
    ],
  },
  {
    name: '踏板',
    types: [
      ['制动踏板无信号', 'critical', 8, 'E202'],
      ['离合踏板回位不良', 'major', 12, 'E203'],
    ],
    parts: [
      ['踏板传感器', 'PD-SN4', 22_000],
      ['踏板回位弹簧', 'PD-SP1', 3_500],
    ],
  },
  {
    name: '换挡',
    types: [['挡位传感器异常', 'major', 12, 'E204']],
    parts: [['挡位传感器', 'GR-SN2', 19_800]],
  },
  {
    name: '动感平台',
    types: [
      ['限位报警', 'major', 12, 'E301'],
      ['电机过载', 'critical', 8, 'E302'],
    ],
    parts: [
      ['限位开关', 'MP-LS1', 4_200],
      ['平台电机', 'MP-MT3', 268_000],
    ],
  },
  {
    name: '主机',
    types: [
      ['显卡温度过高', 'minor', 24, 'E401'],
      ['磁盘空间不足', 'minor', 48, 'E402'],
      ['无法开机', 'critical', 8],
    ],
    parts: [
      ['显卡风扇', 'PC-FN2', 8_800],
      ['固态硬盘 1TB', 'PC-SSD1', 45_000],
    ],
  },
]

const results: readonly (readonly [name: string, DealOutcome, needsPicture: boolean])[] = [
  ['现场修复', 'repaired', false],
  ['更换配件', 'replaced', true],
  ['远程处理', 'repaired', false],
  ['临时处理，待回访', 'temporary', false],
  ['未发现故障', 'noFault', false],
  ['转厂家处理', 'external', false],
]

/** Components, fault types with the codes of the demo's devices, results, parts; and which days the schools work on. */
export const opsSettingsSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  await insertColumns(db, 'component_kind', {
    name: text(kinds.map(({ name }) => name)),
    sort: integers(kinds.map((_, index) => (index + 1) * 10)),
  })
  await insertFaultTypes(
    db,
    kinds.flatMap(({ name: kind, types }) =>
      types.map(([name, severity, hours, ...codes], index) => ({
        kind,
        name,
        severity,
        hours,
        codes,
        sort: (index + 1) * 10,
      })),
    ),
  )
  await insertParts(
    db,
    kinds.flatMap(({ name: kind, parts }) =>
      parts.map(([name, model, price]) => ({ kind, name, model, price })),
    ),
  )
  await insertColumns(db, 'deal_result', {
    name: text(results.map(([name]) => name)),
    outcome: text(results.map(([, outcome]) => outcome)),
    needs_picture: { type: 'boolean', values: results.map(([, , needsPicture]) => needsPicture) },
    sort: integers(results.map((_, index) => (index + 1) * 10)),
  })
  const year = new Date(business.until).getUTCFullYear()
  await insertDays(db, [year - 1, year, year + 1].flatMap(holidaysOf))
  // Schools train at weekends too; two of them, at their service points as well, keep to workdays.
  for (const [index, school] of schoolIds(business).entries())
    if (index % 6 !== 5) await setCalendar(db, school, 'everyDay')
}
