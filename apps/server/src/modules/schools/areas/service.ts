import { errors, refuse } from '@drivesim/contract'
import type { Db } from '../../../platform/postgres/db.ts'
import { isArea } from './queries.ts'

/**
 * A city in its province; no city where the province has none.
 * @throws Refusal areaUnknown
 */
export async function requireArea(
  db: Db,
  { provinceId, cityId }: { provinceId: string; cityId?: string | undefined },
): Promise<void> {
  if (!(await isArea(db, provinceId, cityId))) throw refuse(errors.areaUnknown)
}
