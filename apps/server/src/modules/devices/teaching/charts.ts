import type { ChartData } from '@drivesim/contract'
import type { DayOfHealth, DayOfUse, ModuleUse, UsePoint } from './queries.ts'

/** Figures on charts have at most two decimals. */
const roundToHundredth = (value: number) => Math.round(value * 100) / 100

const minutes = (seconds: number) => roundToHundredth(seconds / 60)

/** Percent of the whole; null where there is no whole, and never more than all of it. */
function percent(part: number, whole: number): number | null {
  return whole > 0 ? roundToHundredth(Math.min(part / whole, 1) * 100) : null
}

function chart(unit: string, ...series: ChartData['series']): ChartData {
  return { unit, series }
}

export function effectiveRate(days: readonly DayOfUse[]): ChartData {
  const points = days.map(({ day, seconds, effectiveSeconds }) => ({
    x: day,
    value: percent(effectiveSeconds, seconds),
  }))
  return chart('%', { name: '有效率', points })
}

/** A simulator may be in fault while it is disabled, so that the share of a day is cut at all of it. */
export function failureTimeRate(days: readonly DayOfHealth[]): ChartData {
  const points = days.map(({ day, faultSeconds, enabledSeconds }) => ({
    x: day,
    value: percent(faultSeconds, enabledSeconds),
  }))
  return chart('%', { name: '故障时间占比', points })
}

export function usingTime(use: readonly UsePoint[]): ChartData {
  return chart(
    '分钟',
    { name: '训练时长', points: use.map(({ x, seconds }) => ({ x, value: minutes(seconds) })) },
    {
      name: '有效时长',
      points: use.map(({ x, effectiveSeconds }) => ({ x, value: minutes(effectiveSeconds) })),
    },
  )
}

export function usingPeople(use: readonly UsePoint[]): ChartData {
  return chart('人', { name: '使用人数', points: use.map(({ x, people }) => ({ x, value: people })) })
}

/** Each module's share of the sum over the modules: the shares of a chart make 100 %. */
export function moduleShare(
  name: string,
  modules: readonly ModuleUse[],
  figure: 'seconds' | 'people' | 'times',
): ChartData {
  const whole = modules.reduce((sum, module) => sum + module[figure], 0)
  const points = modules.map(module => ({ x: module.module, value: percent(module[figure], whole) }))
  return chart('%', { name, points })
}
