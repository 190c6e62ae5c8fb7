import type { WorkOrderCount } from '@drivesim/contract'
import { countConditions, isReworked } from './counts.queries.ts'

/** The condition of an order `w` to count so: the figure and the list behind it ask the same. */
export const countsAs = (which: WorkOrderCount | 'reworked') =>
  which === 'reworked' ? isReworked : countConditions[which]
