import { none, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('system', nothingMore, { live: none, ready: none })
