import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('files', nothingMore, { upload: noInput, uploadImage: noInput })
