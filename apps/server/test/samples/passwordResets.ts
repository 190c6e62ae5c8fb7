import { errors } from '@drivesim/contract'
import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('passwordResets', nothingMore, {
  ways: noInput,
  ask: { input: ({ account }) => ({ account, channel: 'mail' }), refused: errors.resetUnavailable },
  check: { input: () => ({ token: 'a'.repeat(43) }), refused: errors.resetInvalid },
  reset: {
    input: () => ({ challenge: 'a'.repeat(43), nPwd: 'Another-Horse-10', cPwd: 'Another-Horse-10' }),
    refused: errors.resetInvalid,
  },
})
