import type { SeedPart } from '../../../platform/parts.ts'
import { buildFigures } from './queries.ts'

/** The figures of all that the domains before it made up. */
export const figuresSeed: SeedPart = { fill: buildFigures }
