import type { SeedPart } from '../../platform/parts.ts'

export const workOrdersSeed: SeedPart = { fill: () => Promise.resolve() }
