import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('home', nothingMore, {
  overview: noInput,
  todos: noInput,
  blocks: noInput,
  table: noInput,
})
