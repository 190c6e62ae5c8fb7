import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('areas', nothingMore, {
  provinces: noInput,
  cities: { input: () => ({ provinceId: '440000' }), foreign: 'nothing' },
  all: noInput,
  allOfOrganisations: noInput,
  joined: noInput,
})
