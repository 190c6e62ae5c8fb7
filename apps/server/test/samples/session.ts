import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('session', nothingMore, {
  token: {
    input: ({ account, password }) => ({ grant_type: 'password', username: account, password }),
  },
  logout: noInput,
})
