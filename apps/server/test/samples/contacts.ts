import { errors } from '@drivesim/contract'
import { nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('contacts', nothingMore, {
  verify: { input: () => ({ kind: 'mail' }), refused: errors.contactMissing, foreign: errors.contactMissing },
  confirm: {
    input: () => ({ kind: 'mail', code: '12345678' }),
    refused: errors.contactCodeOver,
    foreign: errors.contactCodeOver,
  },
})
