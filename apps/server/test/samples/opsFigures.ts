import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { nothingMore, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

/** The orders of the samples are submitted now. */
const ofOrgan = {
  input: ({ organ }: Place) => {
    const today = businessDayOf(Date.now())
    return { organId: organ, beginDate: addDays(today, -6), endDate: today }
  },
  foreign: 'nothing',
} as const

export const samples = samplesOf('opsFigures', nothingMore, {
  summary: ofOrgan,
  pareto: ofOrgan,
  byOrgan: ofOrgan,
  backlog: { input: ({ organ }) => ({ organId: organ }), foreign: 'nothing' },
  ofDevice: { input: ({ simulator }) => ({ simulatorId: simulator }) },
})
