import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { businessDay, longestRangeDays, rangeProblem } from '@drivesim/contract/fields'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import './form.css'

/** Two business days, both included. */
export interface DayRange {
  from: string
  to: string
}

/** The range of so many days that ends today, and so many days to come. */
function lastDays(days: number, ahead = 0): DayRange {
  const today = businessDayOf(Date.now())
  return { from: addDays(today, 1 - days), to: addDays(today, ahead) }
}

interface Props {
  value: DayRange
  onChange: (range: DayRange) => void
  /** Of what is planned: days to come too. */
  ahead?: boolean
}

/** A range of business days up to today, with the usual ranges at hand. */
export function RangePicker({ value, onChange, ahead = false }: Props) {
  const preset = (label: string, days: number, to = 0) => {
    const range = lastDays(days, to)
    return { label, value: [dayjs(range.from), dayjs(range.to)] as [dayjs.Dayjs, dayjs.Dayjs] }
  }
  const today = dayjs(businessDayOf(Date.now()))
  return (
    <DatePicker.RangePicker
      aria-label="日期范围"
      allowClear={false}
      value={[dayjs(value.from), dayjs(value.to)]}
      presets={[
        preset('今天', 1),
        ...(ahead ? [preset('未来 7 天', 1, 6), preset('未来 30 天', 1, 29)] : []),
        preset('近 7 天', 7),
        preset('近 30 天', 30),
        preset('近 90 天', 90),
      ]}
      disabledDate={(day, { from }) =>
        (!ahead && day.isAfter(today)) ||
        (from !== undefined && Math.abs(day.diff(from, 'day')) >= longestRangeDays)
      }
      onChange={range => {
        if (range?.[0] && range[1]) {
          onChange({ from: range[0].format('YYYY-MM-DD'), to: range[1].format('YYYY-MM-DD') })
        }
      }}
    />
  )
}

/**
 * A range that lives in the address, so that a reload or a link shows the same days; the last `days`, and `ahead` to
 * come, at first.
 */
export function useDayRange(days: number, ahead = 0): [DayRange, (range: DayRange) => void] {
  const [search, setSearch] = useSearchParams()
  const from = businessDay.safeParse(search.get('from'))
  const to = businessDay.safeParse(search.get('to'))
  const valid = from.success && to.success && rangeProblem(from.data, to.data) === null
  const choose = (range: DayRange) => {
    const next = new URLSearchParams(search)
    next.set('from', range.from)
    next.set('to', range.to)
    setSearch(next)
  }
  return [valid ? { from: from.data, to: to.data } : lastDays(days, ahead), choose]
}
