import { nothingMore, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const days = { beginDate: '2026-10-01', endDate: '2026-10-07' }
const ofOrgan = { input: ({ organ }: Place) => ({ organId: organ, ...days }), foreign: 'nothing' } as const

export const samples = samplesOf('opsFigures', nothingMore, {
  summary: ofOrgan,
  pareto: ofOrgan,
  byOrgan: ofOrgan,
  backlog: { input: ({ organ }) => ({ organId: organ }), foreign: 'nothing' },
  ofDevice: { input: ({ simulator }) => ({ simulatorId: simulator }) },
})
