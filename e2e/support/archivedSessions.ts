import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { makeStudent } from '@drivesim/server/dist/test/factories.js'
import { makeSessions } from '@drivesim/server/dist/test/facts.js'
import { type Api, dataDir } from './api.ts'
import { type Device, newDevice } from './devices.ts'
import { asOwner } from './owner.ts'

const command = fileURLToPath(new URL('../../apps/server/dist/src/commands/archive.js', import.meta.url))

/** A device and a student with a session of a month that is archived, and one of a month that is not. */
export interface Trained {
  device: Device
  studentId: number
  /** Days before the first and after the second. */
  beginDate: string
  endDate: string
}

/** No message is so old, so they are written past the devices; then an operator archives. */
export async function withArchivedSessions(api: Api): Promise<Trained> {
  const device = await newDevice(api)
  const { studentId, ...days } = await asOwner(async pool => {
    const { rows } = await pool.query<{ month: string }>('select month::text from archived_month')
    const days = oldDays(new Set(rows.map(({ month }) => month.slice(0, 7))))
    const student = await makeStudent(pool, device.organId, `学员${device.sn}`)
    const of = { simulator: device.simulatorId, organ: device.organId, room: device.roomId, student }
    await makeSessions(
      pool,
      [days.archived, days.kept].map(day => ({ ...of, at: `${day}T09:30:00+08:00` })),
    )
    return { ...days, studentId: student }
  })
  const archiving = spawn(process.execPath, [command, 'archive'], {
    env: { ...process.env, DATA_DIR: dataDir(), DATABASE_URL: '', KEEP_SESSION_MONTHS: '15' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(archiving, 'exit')
  if (code !== 0) throw new Error(`archiving ended with code ${code}`)
  return { device, studentId, beginDate: addDays(days.archived, -1), endDate: addDays(days.kept, 1) }
}

/** A day more than 15 full months ago of a month that is there still, and one less; the board shows 400 days at once. */
function oldDays(gone: ReadonlySet<string>): { archived: string; kept: string } {
  const today = businessDayOf(Date.now())
  for (let ago = 490; ago < 830; ago += 28) {
    const archived = addDays(today, -ago)
    if (!gone.has(archived.slice(0, 7))) return { archived, kept: addDays(today, -440) }
  }
  throw new Error('all months that a test may archive are archived: start the server anew')
}
