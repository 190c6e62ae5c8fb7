import { workOrderErrors } from './workOrderErrors.ts'
import type { WorkOrderPictureKind } from './workOrderShapes.ts'

/** Pictures that somebody takes on the spot. */
const takenOnSite: ReadonlySet<WorkOrderPictureKind> = new Set(['before', 'after', 'checklist'])
export const isTakenOnSite = (kind: WorkOrderPictureKind): boolean => takenOnSite.has(kind)

interface Evidence {
  /** Its plan asks for pictures; other orders never have this. */
  readonly planWants: boolean
  /** What was chosen as its result asks for one of after the repair. */
  readonly resultWants: boolean
  /** Of the pictures that are there. */
  readonly kinds: readonly WorkOrderPictureKind[]
}

/**
 * Which picture is missing before an order can be submitted; null: none. A plan is content with any of the visit, since an
 * inspection repairs nothing.
 */
export function missingPicture({ planWants, resultWants, kinds }: Evidence) {
  if (resultWants && !kinds.includes('after')) return workOrderErrors.afterPictureMissing
  if (planWants && !kinds.some(isTakenOnSite)) return workOrderErrors.planPictureMissing
  return null
}
