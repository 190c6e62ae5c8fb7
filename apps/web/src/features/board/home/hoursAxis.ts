/** The value axis of training time by hour, from zero. */
interface HoursAxis {
  unit: '分钟' | '小时'
  secondsOfUnit: number
  /** In units; half of it is whole too. */
  top: number
}

const steps = [2, 4, 6, 8, 10, 12, 16]

/** The axis that the most seconds of an hour fit in. */
export function hoursAxis(mostSeconds: number): HoursAxis {
  const hours = mostSeconds >= 7200
  const secondsOfUnit = hours ? 3600 : 60
  return { unit: hours ? '小时' : '分钟', secondsOfUnit, top: evenTop(mostSeconds / secondsOfUnit) }
}

function evenTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = steps.find(step => step * power >= most)
    if (step !== undefined) return step * power
  }
}
