import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('guide', nothingMore, {
  mine: noInput,
  note: { input: () => ({ what: 'tour' }), foreign: 'nothing' },
})
