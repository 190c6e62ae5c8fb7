import { expect, it } from 'vitest'
import { clockOfTime, minutesOfTime, timeOfClock, timeOfMinutes } from './noticeTimes.ts'

it('every minute of a day goes to the picker and back', () => {
  for (let minutes = 0; minutes < 1440; minutes++) {
    const time = timeOfMinutes(minutes)
    expect(minutesOfTime(time)).toBe(minutes)
    expect(minutesOfTime(timeOfClock(clockOfTime(time)))).toBe(minutes)
  }
  expect(clockOfTime(timeOfMinutes(90))).toBe('01:30')
})
