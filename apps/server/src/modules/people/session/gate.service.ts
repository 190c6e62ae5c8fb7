import { errors, type Refusal, refuse } from '@drivesim/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import { type Browsers, browserCookie } from '../../../platform/auth/browsers.ts'
import type { AskerKind } from '../../../platform/auth/hashingTurns.ts'
import { networkOf } from '../../../platform/auth/networks.ts'
import type { Call } from '../../../platform/http/call.ts'
import * as queries from './gate.queries.ts'
import { delayAfter, delayOfFirst } from './gate.rules.ts'

/** Half a year: a browser that nobody used for so long is a stranger again. */
const rememberedSeconds = 180 * 86_400

/** Somebody who tries to sign in with an account, and was let through. */
export interface AdmittedTry {
  readonly asking: AskerKind
  /** After the right password: what failed before counts no more. */
  forget(): Promise<void>
}

interface Try {
  /** In lower case. */
  readonly account: string
  readonly call: Pick<Call, 'address' | 'cookie'>
}

/** Whether the account signed in with the caller's browser before. */
export const isKnownTo = (browsers: Browsers, call: Pick<Call, 'cookie'>, account: string): boolean =>
  browsers.knows(browsers.read(call.cookie(browserCookie)), account)

/** Knows the browser of somebody who has signed in from now on. @param path where the cookie goes by which it is known */
export function rememberBrowser(
  browsers: Browsers,
  { account, call, path }: { account: string; call: Pick<Call, 'cookie' | 'setCookie'>; path: string },
): void {
  const value = browsers.remember(browsers.read(call.cookie(browserCookie)), account)
  call.setCookie({ name: browserCookie, value, path, maxAgeSeconds: rememberedSeconds })
}

/**
 * Lets a try through and counts it, or refuses it; a refused one does not lengthen the wait. A browser that the account
 * signed in with before is measured by its own tries alone; strangers wait longer the more of them fail.
 * @throws Refusal loginTooOften with the seconds that are left
 */
export async function admitTry(
  db: Kysely<DB>,
  browsers: Browsers,
  { account, call }: Try,
): Promise<AdmittedTry> {
  const browser = browsers.read(call.cookie(browserCookie))
  const asking: AskerKind = browsers.knows(browser, account) ? 'known' : 'stranger'
  const network = networkOf(call.address)
  const source =
    asking === 'known' && browser !== null
      ? { name: `browser ${browser.id}`, address: null }
      : { name: network, address: network }
  const refusal = await db.transaction().execute(trx => take(trx, account, source, asking))
  if (refusal !== null) throw refusal
  return {
    asking,
    forget: () => queries.forgetTries(db, account, source),
  }
}

/** Returns its refusal, since what it keeps must be committed with it. */
async function take(
  trx: Parameters<typeof queries.readGate>[0],
  account: string,
  source: queries.Source,
  asking: AskerKind,
): Promise<Refusal | null> {
  await queries.queueTry(trx, account, source)
  const { own, wait, ...others } = await queries.readGate(trx, account, source)
  if (wait === null) {
    const first = delayOfFirst(others)
    // Who comes for the first time while others attack waits too, but by a clock of their own.
    if (first > 0) {
      await queries.closeGate(trx, account, source, { failures: 0, seconds: first })
      return refuse(errors.loginTooOften, first)
    }
  }
  if (wait !== null && wait > 0) return refuse(errors.loginTooOften, wait)
  const failures = own + 1
  const seconds = delayAfter({ asking, own: failures, ...others })
  await queries.closeGate(trx, account, source, { failures, seconds })
  return null
}
