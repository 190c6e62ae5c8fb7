import type { operationLog } from '@drivesim/contract/operationLog'
import type { z } from 'zod'

export type ChangedRow = z.output<typeof operationLog.detail.reply>['rows'][number]

/** A row without anything before was added, one without anything after removed. */
export function kindOf({ fields }: ChangedRow): 'added' | 'changed' | 'removed' {
  if (fields.every(field => field.before === null)) return 'added'
  return fields.every(field => field.after === null) ? 'removed' : 'changed'
}
