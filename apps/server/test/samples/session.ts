import { errors } from '@drivesim/contract'
import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('session', nothingMore, {
  token: {
    input: ({ account, password }) => ({ grant_type: 'password', username: account, password }),
    // Who makes the calls has a factor (samples/factors).
    refused: errors.secondStepNeeded,
  },
  beginPasskey: noInput,
  beginProvider: { ...noInput, refused: errors.noProvider },
  providerLogout: { input: () => ({ logout_token: 'a' }), refused: errors.noProvider },
  logout: noInput,
})
