import { none, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('areas', nothingMore, {
  provinces: none,
  cities: { input: () => ({ provinceId: '440000' }), foreign: 'nothing' },
  all: none,
  allOfOrganisations: none,
  joined: none,
})
