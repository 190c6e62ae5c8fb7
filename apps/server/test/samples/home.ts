import { none, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('home', nothingMore, { overview: none, todos: none, table: none })
