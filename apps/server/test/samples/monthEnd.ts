import { errors } from '@drivesim/contract'
import { nothingMore, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const { platformOnly } = errors
const ofSchool = { input: ({ organ }: Place) => ({ schoolId: organ }), foreign: 'nothing' } as const

export const samples = samplesOf('monthEnd', nothingMore, {
  checklist: { input: () => ({ month: '2026-10' }), platformOnly },
  ageing: { input: () => ({}), foreign: 'nothing' },
  ageingBySchool: ofSchool,
  ageingExport: ofSchool,
})
