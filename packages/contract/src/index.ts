import { account } from './account.ts'
import { devices } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { home } from './home.ts'
import { messages } from './messages.ts'
import { areas, organisations } from './organisations.ts'
import { running } from './running.ts'
import { session } from './session.ts'
import { system } from './system.ts'
import { teaching } from './teaching.ts'

/** The one list of domains: OpenAPI, the access matrix and the fuzzer walk it. */
export const contract = {
  system,
  session,
  account,
  messages,
  organisations,
  areas,
  devices,
  running,
  teaching,
  home,
} satisfies Record<string, Record<string, Endpoint>>

export * from './access.ts'
export * from './account.ts'
export * from './devices.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './home.ts'
export * from './labels.ts'
export * from './messages.ts'
export * from './notices.ts'
export * from './organisations.ts'
export * from './paging.ts'
export * from './pushes.ts'
export * from './running.ts'
export * from './session.ts'
export * from './simulators.ts'
export * from './system.ts'
export * from './teaching.ts'
export * from './telemetry.ts'
