import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('system', nothingMore, { live: noInput, ready: noInput })
