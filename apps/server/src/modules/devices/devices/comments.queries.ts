import { sql } from 'kysely'
import { recordsOf } from '../../../platform/commentPart.queries.ts'

export const commentedRecords = recordsOf(
  db =>
    db
      .selectFrom('simulator')
      .select(['id', sql<string>`coalesce(car_num, name)`.as('name'), 'organ_id as organId']),
  id => `/device/deviceDetail?simulatorId=${id}`,
)
