import { nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('logChain', nothingMore, {
  state: { input: () => ({}), foreign: 'nothing' },
})
