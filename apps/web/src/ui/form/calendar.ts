import dayjsCalendar from '@rc-component/picker/generate/dayjs'
import { DatePicker as AnyDatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { serverNow } from '../../api/serverClock.ts'
import { dateTime } from '../format.ts'
import { today } from './today.ts'
import { isWholeDay, isWholeMonth, readDay, readMonth } from './typedDay.ts'

export const dayFormat = 'YYYY-MM-DD'
export const monthFormat = 'YYYY-MM'

/** A day or month as the picker's value; null where it is none. */
export function dayOf(text: string | null): Dayjs | null {
  const day = dayjs(text ?? Number.NaN)
  return day.isValid() ? day : null
}

/**
 * The component library's, with China's today and now, wherever the browser is and whatever its clock says, and with days and months
 * in the forms in which people type them. Its values are times of day in China.
 */
export const DatePicker = AnyDatePicker.generatePicker<Dayjs>({
  ...dayjsCalendar,
  getNow: () => dayjs(dateTime(serverNow())),
  locale: {
    ...dayjsCalendar.locale,
    parse(locale, text, formats) {
      const [format] = formats
      if (format === dayFormat) return isWholeDay(text) ? dayOf(readDay(text, today())) : null
      if (format === monthFormat) return isWholeMonth(text) ? dayOf(readMonth(text, today())) : null
      return dayjsCalendar.locale.parse(locale, text, formats)
    },
  },
})
