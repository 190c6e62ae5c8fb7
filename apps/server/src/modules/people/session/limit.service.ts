import { contract, errors, refuse } from '@drivesim/contract'
import { browserCookie } from '../../../platform/auth/browsers.ts'
import { networkOf } from '../../../platform/auth/networks.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { countCall, secondsLeft } from './limit.queries.ts'

/**
 * Lets through as many calls for tokens as an address, or a known browser, has in a minute, however many processes it asks. Each
 * process has held up, before their bodies were read, what it met more often itself.
 * @throws Refusal tooMany with the seconds that are left
 */
export async function admitCall(
  { db, authentication }: Pick<Services, 'db' | 'authentication'>,
  call: Pick<Call, 'address' | 'cookie'>,
): Promise<void> {
  const browser = authentication.browsers.read(call.cookie(browserCookie))
  const source = browser === null ? networkOf(call.address) : `browser ${browser.id}`
  if (await countCall(db, source, contract.session.token.perMinute)) return
  throw refuse(errors.tooMany, await secondsLeft(db, source))
}
