import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('live', nothingMore, { stream: noInput })
