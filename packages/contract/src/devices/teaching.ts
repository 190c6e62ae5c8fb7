import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { beginDate, checkRange, endDate } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { simulatorId } from './devices/deviceShapes.ts'

/** How the time axis of a use chart is cut: by hour of the day, or by day, week (its Monday) or month. */
export const valueTypes = { hour: '按时段', day: '按天', week: '按周', month: '按月' } as const
export type ValueType = keyof typeof valueTypes

const input = z
  .object({ simulatorId, beginDate, endDate })
  .superRefine((value, context) => checkRange(value.beginDate, value.endDate, context))
const params = z.object({ valueType: label('统计粒度', choice(valueTypes)) })

/** `x` is a business day, a week's Monday, a month `YYYY-MM`, an hour `HH:00` or a module's name; `value` null where nothing can be said. */
const chart = z.object({
  unit: z.string(),
  series: z.array(
    z.object({
      name: z.string(),
      points: z.array(z.object({ x: z.string(), value: z.number().nullable() })),
    }),
  ),
})
export type ChartData = z.output<typeof chart>

const ofDevice = <const Path extends string>(title: string, path: Path) =>
  endpoint({
    title,
    method: 'POST',
    path: `/device/api/chart/${path}`,
    access: ['device:teachData'],
    forKeys: 'read',
    input,
    reply: chart,
  })
const byTime = <const Path extends string>(title: string, path: Path) =>
  endpoint({
    title,
    method: 'POST',
    path: `/device/api/chart/${path}/{valueType}`,
    access: ['device:teachData'],
    forKeys: 'read',
    params,
    input,
    reply: chart,
  })

/** 教学数据: the seven charts of one device and date range (spec §7 "Device"). Rates are percent, times minutes. */
export const teaching = {
  /** Effective seconds / training seconds, by day. */
  effectiveRate: ofDevice('设备有效率', 'device/effectiveRate'),
  /** Seconds in fault / seconds enabled, by day. */
  failureTimeRate: ofDevice('故障时间占比', 'fault/failureTimeRate'),
  usingTime: byTime('设备使用时长', 'device/usingTimeInfo'),
  usingPeople: byTime('设备使用人数', 'device/usingPeopleInfo'),
  moduleTimeRate: ofDevice('各模块使用时长占比', 'module/usingTimeRate'),
  modulePeopleRate: ofDevice('各模块使用人数占比', 'module/usingPeopleRate'),
  moduleTimesRate: ofDevice('各模块学习次数占比', 'module/learnTimesRate'),
}
