import type { devices, ParsedOf } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { watchesChanged } from '../telemetry/watches.service.ts'
import { setWatch } from './communication.queries.ts'
import { requireSimulator } from './service.ts'

/** Has every message of a simulator kept for some minutes, or ends that; the processes that take messages hear of it. @throws Refusal notFound */
export async function watch(
  { bus }: Pick<Services, 'bus'>,
  { db, scope }: SignedInCall,
  { simulatorId, watching }: ParsedOf<typeof devices.watch>,
): Promise<{ until: string | null }> {
  await requireSimulator(db, scope, simulatorId)
  const until = await setWatch(db, simulatorId, watching)
  await bus.say(db, watchesChanged, {})
  return { until }
}
