import type { InputOf } from '@drivesim/contract/endpoint'
import { type View, views } from '@drivesim/contract/tools/views'

/** Calls to read again when a view changes. */
export const viewReads = [views.list, views.mine]

/** A view as it is saved; a new one is of nothing yet. */
export function formOf(list: string, view: View): InputOf<typeof views.save> {
  const { viewId, name, organId, filters, sort, columns, dense, version } = view
  return { viewId, list, name, organId: organId ?? '', filters, sort, columns, dense, version }
}
