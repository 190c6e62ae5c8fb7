import { none, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('live', nothingMore, { stream: none })
