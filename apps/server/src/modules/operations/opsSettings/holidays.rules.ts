import { addDays } from '@drivesim/contract/businessDay'
import type { DayKind } from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import chineseDays from 'chinese-days'

/** A day that is not as its weekday has it. */
export interface Holiday {
  readonly day: string
  readonly kind: DayKind
  readonly name: string
}

/** The days of a year that the State Council moved; none where its arrangement is not known yet. */
export function holidaysOf(year: number): Holiday[] {
  const found: Holiday[] = []
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const { name, work } = chineseDays.getDayDetail(day)
    // `National Day,国庆节,3`; a plain weekday or weekend is named by a word alone.
    const [, chinese] = name.split(',')
    if (chinese !== undefined) found.push({ day, kind: work ? 'work' : 'off', name: chinese })
  }
  return found
}
