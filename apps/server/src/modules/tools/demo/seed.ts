import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { type Business, roomsWithSimulators } from '@drivesim/fleet/business'
import type { FleetFile } from '@drivesim/fleet/keysFile'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import { takeIds } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { makeAccounts } from './accounts.seed.ts'
import { makePlaces, organisationsOf, type Size, wholeSize } from './business.seed.ts'
import type { ShownAccount } from './passwords.storage.ts'
import { withIds } from './people.seed.ts'
import { isEmpty, lockSeeding, readModules } from './queries.ts'
import { makeStaff } from './staff.seed.ts'

/** What the server itself and `npm run fleet` play the demo's simulators with; holds their keys. */
export const fleetFileName = 'demo-fleet.json'

export interface SeedOptions {
  readonly dataDir: string
  /** What the students' ID numbers are sealed with. */
  readonly dataKey: Buffer
  /** Only this machine reaches the server: the accounts get their well-known password. */
  readonly isLoopback: boolean
  readonly seed?: number
  readonly size?: Size
  /** Where the history ends; epoch milliseconds. */
  readonly now?: number
}

/**
 * Fills an empty database with the demo business, its accounts and its history up to now, in one transaction, and
 * writes the simulators' keys to `dataDir`. The connection is the owner's of the tables.
 * @param parts what the domains fill, those before others that these refer to
 * @returns the accounts to show; null when the database was not empty, and is left as it is
 */
export async function seedDemo(
  db: Kysely<DB>,
  parts: readonly SeedPart[],
  options: SeedOptions,
): Promise<ShownAccount[] | null> {
  return db.transaction().execute(async transaction => {
    await lockSeeding(transaction)
    if (!(await isEmpty(transaction))) return null
    return fill(transaction, parts, options)
  })
}

async function fill(db: Db, parts: readonly SeedPart[], options: SeedOptions): Promise<ShownAccount[]> {
  const { dataDir, dataKey, isLoopback, seed = 1, size = wholeSize, now = Date.now() } = options
  const until = Math.floor(now / 1000) * 1000
  const today = businessDayOf(until)
  const ids = {
    organisations: await takeIds(db, 'organisation', organisationsOf(size)),
    classrooms: await takeIds(db, 'classroom', size.classrooms),
    simulators: await takeIds(db, 'simulator', size.simulators),
    students: await takeIds(db, 'person', size.students),
  }
  const places = makePlaces({ seed, today, size, ids })
  const { accounts, shown } = makeAccounts(places.organisations, isLoopback, until)
  const business: Business = {
    seed,
    until,
    days: Array.from({ length: size.days }, (_, index) => addDays(today, index - size.days + 1)),
    firstLessonDay: addDays(today, 1 - size.lessonDays),
    dataKey,
    modules: await readModules(db),
    ...places,
    ...(await withIds(db, [...accounts, ...makeStaff(places.organisations, seed, until)])),
  }
  for (const part of parts) await part.fill(db, business)
  writeFleetFile(join(dataDir, fleetFileName), fleetOf(business, today))
  return shown
}

function fleetOf(business: Business, today: string): FleetFile {
  const inUse = business.simulators.filter(simulator => simulator.disabledDay === null)
  return {
    madeOn: today,
    modules: business.modules.map(module => ({ ...module, gearTypes: [...module.gearTypes] })),
    rooms: roomsWithSimulators(business).map(({ room: { id, opensAt, closesAt }, students }) => ({
      roomId: id,
      opensAt,
      closesAt,
      students: [...students],
    })),
    devices: inUse.map(({ sn, key, roomId, software, headsetIp }) => ({
      sn,
      key,
      roomId,
      software,
      headsetIp,
    })),
  }
}

/** Whole or not at all, and for nobody else's eyes. */
function writeFleetFile(path: string, file: FleetFile): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, JSON.stringify(file), { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, path)
}
