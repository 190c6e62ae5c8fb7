import { errors } from '@drivesim/contract'
import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('retention', nothingMore, {
  list: noInput,
  save: {
    input: () => ({ kind: 'feedback', months: 24, version: 0 }),
    platformOnly: errors.platformOnly,
    foreign: errors.platformOnly,
  },
})
