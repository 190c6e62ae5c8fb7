import { type FoundObject, type LogObjectKind, logObjects, mayUse } from '@drivesim/contract'
import type { Person } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { objectOf, objectsWith } from './objects.queries.ts'
import type { Filter } from './queries.ts'

interface AskedObjects {
  objectType: LogObjectKind
  objectId?: number | undefined
  paramValue?: string | undefined
}

/** Records of a kind that this person may look up: the one with the id, or those with the text. */
export async function findObjects(
  db: Db,
  { codes, scope }: Person,
  { objectType, objectId, paramValue }: AskedObjects,
): Promise<FoundObject[]> {
  if (!mayUse(logObjects[objectType].access, codes)) return []
  if (objectId === undefined) return objectsWith(db, scope, objectType, paramValue)
  const found = await objectOf(db, scope, objectType, objectId)
  return found === undefined ? [] : [found]
}

/** Whether the filter asks for a record that is not there for this person; then its list is empty, whatever is in the log. */
export async function asksForNothing(
  db: Db,
  person: Person,
  { objectType, objectId }: Filter,
): Promise<boolean> {
  if (objectType === undefined || objectId === undefined) return false
  return (await findObjects(db, person, { objectType, objectId })).length === 0
}
