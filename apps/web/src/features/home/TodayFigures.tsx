import { changeFrom, compact, duration, hourOf, number, percent, pointsFrom, share } from '../../ui/format.ts'
import { KeyFigure } from '../../ui/KeyFigure.tsx'
import { useMinute } from '../../ui/now.ts'
import type { DevicesOverview } from './overview.ts'

const against = '比昨日同时段'

export const todayLabels = {
  times: '今日训练次数',
  seconds: '今日训练时长',
  people: '今日训练人数',
  rate: '今日有效率',
}

/** Today's four figures against the same hours of yesterday. */
export function TodayFigures({ devices: { today, yesterday, hours } }: { devices: DevicesOverview }) {
  const hourNow = hourOf(useMinute())
  const rate = share(today.effectiveSeconds, today.seconds)
  const rateBefore = share(yesterday.effectiveSeconds, yesterday.seconds)
  return (
    <section className="ui-figures" aria-label="今日数据">
      <KeyFigure
        label={todayLabels.times}
        value={compact(today.times)}
        exact={`${number(today.times)} 次`}
        change={changeFrom(yesterday.times, today.times)}
        against={against}
      />
      <KeyFigure
        label={todayLabels.seconds}
        value={duration(today.seconds)}
        change={changeFrom(yesterday.seconds, today.seconds)}
        against={against}
        spark={{
          values: hours
            .filter(({ hour }) => hour <= hourNow)
            .map(({ seconds }) => (seconds === 0 ? null : seconds)),
          open: true,
        }}
      />
      <KeyFigure
        label={todayLabels.people}
        value={compact(today.people)}
        exact={`${number(today.people)} 人`}
        change={changeFrom(yesterday.people, today.people)}
        against={against}
      />
      <KeyFigure
        label={todayLabels.rate}
        value={rate === null ? '—' : percent(rate)}
        against={against}
        {...(rate !== null && rateBefore !== null && { change: pointsFrom(rateBefore, rate) })}
      />
    </section>
  )
}
