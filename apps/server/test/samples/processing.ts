import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('processing', nothingMore, { register: noInput })
