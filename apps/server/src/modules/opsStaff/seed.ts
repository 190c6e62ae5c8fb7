import type { SeedPart } from '../../platform/parts.ts'

export const opsStaffSeed: SeedPart = { fill: () => Promise.resolve() }
