import type { audienceKinds } from '@drivesim/contract/notices/pushes'

/** Whom a push reaches, as the form holds it. */
export interface AudienceValue {
  kind: keyof typeof audienceKinds
  ids: number[]
}
