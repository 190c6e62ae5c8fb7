import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Usage } from '@drivesim/contract/deviceShapes'
import { type Change, changeFrom, duration, number, percent, pointsFrom, share } from '../ui/format.ts'
import { KeyFigure, KeyFiguresSkeleton } from '../ui/KeyFigure.tsx'
import { useMinute } from '../ui/now.ts'
import type { Course } from '../ui/spark.ts'

interface Props {
  /** What a screen reader calls the figures together. */
  title: string
  /** Before the name of each figure: `近七天`. */
  prefix?: string
  /** Missing while it is on its way. */
  usage: Usage | undefined
}

type Day = Usage['days'][number]

/** The use of a device in some days: four figures with their course and their change against as many days before. */
export function UseFigures({ title, prefix = '', usage }: Props) {
  const today = businessDayOf(useMinute())
  const labels = {
    seconds: `${prefix}训练时长`,
    times: `${prefix}训练次数`,
    people: `${prefix}训练人数`,
    rate: `${prefix}有效率`,
  }
  if (usage === undefined) return <KeyFiguresSkeleton labels={Object.values(labels)} />

  const { days, total, before } = usage
  const open = days.at(-1)?.date === today
  /** A day on which nothing was trained is a gap. */
  const course = (of: (day: Day) => number | null): Course => ({
    values: days.map(day => (day.times === 0 ? null : of(day))),
    open,
  })
  const compared = total.times > 0 || before.times > 0
  const against = `比前 ${days.length} 天${open ? '同期' : ''}`
  const change = (figure: 'seconds' | 'times' | 'people'): { change?: Change } =>
    compared ? { change: changeFrom(before[figure], total[figure]) } : {}
  const rate = share(total.effectiveSeconds, total.seconds)
  const rateBefore = share(before.effectiveSeconds, before.seconds)
  return (
    <section className="ui-figures" aria-label={title}>
      <KeyFigure
        label={labels.seconds}
        value={duration(total.seconds)}
        {...change('seconds')}
        against={against}
        spark={course(day => day.seconds)}
      />
      <KeyFigure
        label={labels.times}
        value={number(total.times)}
        {...change('times')}
        against={against}
        spark={course(day => day.times)}
      />
      <KeyFigure
        label={labels.people}
        value={number(total.people)}
        {...change('people')}
        against={against}
        spark={course(day => day.people)}
      />
      <KeyFigure
        label={labels.rate}
        value={rate === null ? '—' : percent(rate)}
        {...(rate !== null && rateBefore !== null && { change: pointsFrom(rateBefore, rate) })}
        against={against}
        spark={course(day => share(day.effectiveSeconds, day.seconds))}
      />
    </section>
  )
}
