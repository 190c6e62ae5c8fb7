import { addDays } from '@drivesim/contract/businessDay'
import { businessDay, longestRangeDays, rangeProblem } from '@drivesim/contract/fields'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import { DatePicker, dayFormat } from './calendar.ts'
import { RangeMenu } from './RangeMenu.tsx'
import { today } from './today.ts'
import { isWholeDay, readDay } from './typedDay.ts'
import { useTypedDay } from './useTypedDay.ts'
import type { UsualRange } from './usualRanges.ts'
import './form.css'

/** Two business days, both included. */
export interface DayRange {
  from: string
  to: string
}

/** The range of so many days that ends today, and so many days to come. */
function lastDays(days: number, ahead = 0): DayRange {
  return { from: addDays(today(), 1 - days), to: addDays(today(), ahead) }
}

const isRange = ({ from, to }: DayRange) => rangeProblem(from, to) === null

interface Props {
  value: DayRange
  onChange: (range: DayRange) => void
  /** Of what is planned: days to come too. */
  ahead?: boolean
}

/** A range of business days up to today, with the usual ranges at hand. */
export function RangePicker({ value, onChange, ahead = false }: Props) {
  const end = (name: keyof DayRange) => {
    const changed = (day: string): DayRange => ({ ...value, [name]: day })
    return {
      value: value[name],
      read: readDay,
      isWhole: isWholeDay,
      isAllowed: (day: string) => (ahead || day <= today()) && isRange(changed(day)),
      onChange: (day: string | null) => day !== null && onChange(changed(day)),
    }
  }
  const from = useTypedDay(end('from'))
  const to = useTypedDay(end('to'))
  const typedAt = (place: 'start' | 'end' | undefined) => (place === 'end' ? to : from)
  return (
    <span className="ui-range-group">
      <DatePicker.RangePicker
        key={`${from.key} ${to.key}`}
        onBlur={(event, { range }) => typedAt(range).onBlur(event)}
        className="ui-range"
        aria-label="日期范围"
        allowClear={false}
        value={[dayjs(value.from), dayjs(value.to)]}
        disabledDate={(day, { from }) =>
          (!ahead && day.format(dayFormat) > today()) ||
          (from !== undefined && Math.abs(day.diff(from, 'day')) >= longestRangeDays)
        }
        onChange={range => {
          if (range?.[0] && range[1]) {
            onChange({ from: range[0].format(dayFormat), to: range[1].format(dayFormat) })
          }
        }}
      />
      <RangeMenu {...(ahead && { first: toCome })} onChoose={({ from, to }) => onChange({ from, to })} />
    </span>
  )
}

/** What is planned. */
const toCome = (day: string): UsualRange[] =>
  [7, 30].map(days => ({ label: `未来 ${days} 天`, from: day, to: addDays(day, days - 1) }))

/**
 * A range that lives in the address, so that a reload or a link shows the same days; the last `days`, and `ahead` to
 * come, at first.
 */
export function useDayRange(days: number, ahead = 0): [DayRange, (range: DayRange) => void] {
  const [search, setSearch] = useSearchParams()
  const from = businessDay.safeParse(search.get('from'))
  const to = businessDay.safeParse(search.get('to'))
  const valid = from.success && to.success && isRange({ from: from.data, to: to.data })
  const choose = (range: DayRange) => {
    const next = new URLSearchParams(search)
    next.set('from', range.from)
    next.set('to', range.to)
    setSearch(next)
  }
  return [valid ? { from: from.data, to: to.data } : lastDays(days, ahead), choose]
}
