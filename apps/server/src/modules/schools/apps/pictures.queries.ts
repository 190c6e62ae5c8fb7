import { sql } from 'kysely'
import type { PictureUse } from '../../../platform/parts.ts'

/** The learners' app shows these to whoever opens it, a banner on its days alone. */
export const appPictures: readonly PictureUse[] = [
  {
    table: 'app_banner',
    column: 'picture',
    open: sql<boolean>`business_day(now()) between u.begins_on and u.ends_on`,
  },
  { table: 'app_menu', column: 'picture', open: sql<boolean>`true` },
]
