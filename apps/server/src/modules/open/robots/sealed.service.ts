import { z } from 'zod'
import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { headerOf, openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { hasRobots, replaceSealed, type SealedRobot, sealedRobots } from './sealed.queries.ts'

const column = 'robot.sealed'
const opened = z.object({ address: z.string(), signingKey: z.string() })
/** What a robot is reached with. */
export type RobotSecret = z.output<typeof opened>

export const sealRobot = (key: DataKey, id: number, secret: RobotSecret): Buffer =>
  sealerOf(key, column)(id, JSON.stringify(secret))

/** @throws Error where it does not open */
export const openRobot = (keys: Pick<DataKeys, 'find'>, { id, sealed }: SealedRobot): RobotSecret =>
  opened.parse(JSON.parse(openSealed(keys, { column, id }, sealed)))

/** Seals every robot's address with the key that is not yet. */
export async function resealRobots(db: Db, keys: DataKeys, key: DataKey): Promise<void> {
  for (const kept of await sealedRobots(db, headerOf(key))) {
    const secret = openOrNull(keys, kept)
    // Nothing where it does not open: who proves the whole afterwards says so.
    if (secret !== null) await replaceSealed(db, kept, sealRobot(key, kept.id, secret))
  }
}

export const allRobotsSealedWith = async (db: Db, key: DataKey): Promise<boolean> =>
  (await sealedRobots(db, headerOf(key))).length === 0

/** What `npm run check-data` asks of them. */
export const robotsOpen: KeyedCheck = {
  title: '每个群机器人的地址都能用现有密钥解开',
  async find(db, keys) {
    if (!(await hasRobots(db))) return { count: 0, first: '' }
    const wrong = (await sealedRobots(db)).filter(kept => openOrNull(keys, kept) === null)
    const [first] = wrong
    return { count: wrong.length, first: first === undefined ? '' : JSON.stringify({ robot_id: first.id }) }
  },
}

function openOrNull(keys: DataKeys, kept: SealedRobot): RobotSecret | null {
  try {
    return openRobot(keys, kept)
  } catch {
    return null
  }
}
