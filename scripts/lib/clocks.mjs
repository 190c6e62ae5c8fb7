// Times of day and year at which tests have fallen, here or elsewhere, and how a process is made to live in one.
import { existsSync } from 'node:fs'

const library = () =>
  ['x86_64', 'aarch64']
    .map(machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find(existsSync)

export const canChangeClock = () => library() !== undefined

/**
 * All of them to come: what a browser kept until then must not be over for a clock of its own. China's time where no time zone
 * stands; a zone is the host's.
 * @param {Date} now
 */
export function clocksAfter(now) {
  const year = now.getUTCFullYear()
  const next = (day, time) => {
    for (let month = now.getUTCMonth() + 1; ; month += 1) {
      const begin = new Date(Date.UTC(year, month, day))
      if (begin.getUTCDate() === day) return chinaTime(begin.toISOString().slice(0, 10), time)
    }
  }
  const leapYear = [1, 2, 3, 4].map(n => year + n).find(y => new Date(Date.UTC(y, 1, 29)).getUTCMonth() === 1)
  return [
    { name: '23:58', at: next(15, '23:58') },
    { name: 'the 1st', at: next(1, '00:10') },
    { name: 'the 28th', at: next(28, '10:00') },
    { name: 'the 29th', at: next(29, '23:58') },
    { name: 'the 30th', at: next(30, '10:00') },
    { name: 'the 31st, 23:58', at: next(31, '23:58') },
    { name: '1 January', at: chinaTime(`${year + 1}-01-01`, '00:05') },
    { name: '29 February', at: chinaTime(`${leapYear}-02-29`, '12:00') },
    { name: 'a host in New York', at: next(14, '09:00'), zone: 'America/New_York' },
    { name: 'a host on Kiritimati', at: next(1, '20:00'), zone: 'Pacific/Kiritimati' },
  ]
}

const chinaTime = (day, time) => new Date(`${day}T${time}:00+08:00`)

/**
 * What a process has to find around it to live at that time from now on. Clocks that only ever count stay as they are.
 * @param {{ at: Date, zone?: string }} clock
 */
export function living({ at, zone }) {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000)
  return {
    LD_PRELOAD: library(),
    FAKETIME: `+${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    ...(zone && { TZ: zone }),
  }
}
