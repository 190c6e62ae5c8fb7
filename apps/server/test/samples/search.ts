import { nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('search', nothingMore, {
  records: { input: ({ mark }) => ({ text: mark }), foreign: 'nothing' },
})
