import { none, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('files', nothingMore, { upload: none, uploadImage: none })
