import dayjs, { type Dayjs } from 'dayjs'

/** Minutes as the picker's time: 90 is 01:30. */
export function timeOfMinutes(minutes: number): Dayjs {
  return dayjs()
    .startOf('day')
    .hour(Math.floor(minutes / 60))
    .minute(minutes % 60)
}

export function minutesOfTime(time: Dayjs): number {
  return time.hour() * 60 + time.minute()
}

/** `HH:mm` as the picker's time. */
export function timeOfClock(clock: string): Dayjs {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return timeOfMinutes(hours * 60 + minutes)
}

export function clockOfTime(time: Dayjs): string {
  return time.format('HH:mm')
}
