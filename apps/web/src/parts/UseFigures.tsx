import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Usage } from '@drivesim/contract/devices/devices/deviceShapes'
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

const rateOf = (day: Pick<Day, 'effectiveSeconds' | 'seconds'>) => share(day.effectiveSeconds, day.seconds)

/** The use of some days, each figure with its course and its change against as many days before. */
function useComparison({ days, total, before }: Usage) {
  const today = businessDayOf(useMinute())
  const open = days.at(-1)?.date === today
  const compared = total.times > 0 || before.times > 0
  return {
    against: `比前 ${days.length} 天${open ? '同期' : ''}`,
    change: (figure: 'seconds' | 'times' | 'people'): { change?: Change } =>
      compared ? { change: changeFrom(before[figure], total[figure]) } : {},
    /** A day on which nothing was trained is a gap. */
    course: (of: (day: Day) => number | null): Course => ({
      values: days.map(day => (day.times === 0 ? null : of(day))),
      open,
    }),
  }
}

/** How long was trained in some days; opens the rows behind it, where there is a way. */
export function TrainingTime({ label, usage, to }: { label: string; usage: Usage; to?: string | undefined }) {
  const { against, change, course } = useComparison(usage)
  return (
    <KeyFigure
      label={label}
      value={duration(usage.total.seconds)}
      {...change('seconds')}
      against={against}
      spark={course(day => day.seconds)}
      to={to}
    />
  )
}

/** The use of a device, or of a school's, in some days: four figures. */
export function UseFigures({ title, prefix = '', usage }: Props) {
  const labels = ['训练时长', '训练次数', '训练人数', '有效率'].map(word => prefix + word)
  if (usage === undefined) return <KeyFiguresSkeleton labels={labels} />
  return <UsageContent title={title} prefix={prefix} usage={usage} />
}

function UsageContent({ title, prefix, usage }: Required<Props> & { usage: Usage }) {
  const { against, change, course } = useComparison(usage)
  const { total, before } = usage
  const rate = rateOf(total)
  const rateBefore = rateOf(before)
  return (
    <section className="ui-figures" aria-label={title}>
      <TrainingTime label={`${prefix}训练时长`} usage={usage} />
      <KeyFigure
        label={`${prefix}训练次数`}
        value={number(total.times)}
        {...change('times')}
        against={against}
        spark={course(day => day.times)}
      />
      <KeyFigure
        label={`${prefix}训练人数`}
        value={number(total.people)}
        {...change('people')}
        against={against}
        spark={course(day => day.people)}
      />
      <KeyFigure
        label={`${prefix}有效率`}
        value={rate === null ? '—' : percent(rate)}
        {...(rate !== null && rateBefore !== null && { change: pointsFrom(rateBefore, rate) })}
        against={against}
        spark={course(rateOf)}
      />
    </section>
  )
}
