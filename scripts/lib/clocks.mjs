// Times of day and year at which tests have fallen, here or elsewhere, and how a process is made to live in one.
import { join } from 'node:path'
import { fail, root, run } from './commands.mjs'

/**
 * Makes the library that sets a process's clock.
 * @param {string} folder
 * @returns {Promise<string>} its path
 */
export async function makeClock(folder) {
  const library = join(folder, 'clock.so')
  const source = join(root, 'scripts/lib/clock.c')
  const { code, output } = await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    quiet: true,
  })
  if (code !== 0)
    fail(
      `${output}\n改不了时钟：编译 scripts/lib/clock.c 需要 C 编译器（Debian：apt-get install gcc libc6-dev）`,
    )
  return library
}

/** In China's time; a zone is the host's. @param {Date} now */
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
 * What a process has to find around it to live at that time from now on.
 * @param {string} library
 * @param {{ at: Date, zone?: string }} clock
 */
export function environmentAt(library, { at, zone }) {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000)
  return { LD_PRELOAD: library, CLOCK_AHEAD: String(seconds), ...(zone && { TZ: zone }) }
}
