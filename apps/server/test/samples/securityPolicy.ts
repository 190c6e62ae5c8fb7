import { errors, type PolicyForm } from '@drivesim/contract'
import { nothingMore, samplesOf } from '../domainSamples.ts'

const { platformOnly } = errors
const policy: Omit<PolicyForm, 'version'> = {
  secondStepFor: 'none',
  codes: ['system:user'],
  graceDays: 14,
  stepUpMinutes: 15,
  idleMinutes: 1440,
  moneyIdleMinutes: 30,
  absoluteHours: 720,
  mostSessions: 20,
  systemNetworks: [],
  selfReset: 'off',
  consentNeeded: false,
}

export const samples = samplesOf('securityPolicy', nothingMore, {
  // It is the same for everybody.
  info: { input: () => ({}), foreign: 'nothing' },
  preview: { input: () => policy, platformOnly },
  save: { input: () => policy, platformOnly },
  members: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
  membersExport: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
})
