import type { BlockList } from 'node:net'
import { allEventTypes, codesOf, failingDays, mayUse, retrySeconds } from '@drivesim/contract'
import { inScope } from '../../../platform/auth/scope.ts'
import type { Person } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { openNetworks } from '../../../platform/outgoing/addresses.ts'
import { callOutside } from '../../../platform/outgoing/outgoing.ts'
import { openSecrets } from './secrets.service.ts'
import * as queries from './send.queries.ts'
import { bodyOf, messageIdOf, signatureHeaders } from './signing.rules.ts'
import { stopByItself } from './stop.service.ts'

/** A receiver has so long to answer; the lease is longer than any try. */
const patienceMs = 10_000
const leaseSeconds = 15
const mostAnswer = 4_096
/** To one endpoint by all processes together, and by this process to all. */
const atOnce = 5
const mostUnderway = 50
const gone = 410

/** What a sender stands on: a whole server, or a program of a test that does nothing else. */
export type SenderServices = Pick<Services, 'db' | 'bus' | 'log' | 'dataKeys' | 'metrics'> & {
  readonly authentication: Pick<Services['authentication'], 'findMember'>
  readonly config: Pick<Services['config'], 'webhookNetworks'>
}

/** Sends what is due, any number of processes at once. @param again is called when one is done, since more may be due */
export function makeSender(services: SenderServices, again: () => void) {
  const networks = openNetworks(services.config.webhookNetworks)
  const stopping = new AbortController()
  const underway = new Set<Promise<void>>()

  function begin(claimed: queries.ClaimedDelivery, owner: Promise<Person | null>): void {
    const work: Promise<void> = deliver({ ...services, networks, signal: stopping.signal }, claimed, owner)
      .catch((error: unknown) => {
        // Its lease ends by itself.
        services.log.error({ err: error, delivery: claimed.id }, 'a delivery broke off')
      })
      .finally(() => {
        underway.delete(work)
        if (!stopping.signal.aborted) again()
      })
    underway.add(work)
  }

  return {
    /** Begins whatever is due and free to be sent, and returns: one slow receiver holds up no other. */
    async beginDue(): Promise<void> {
      while (!stopping.signal.aborted && underway.size < mostUnderway) {
        const most = mostUnderway - underway.size
        const claimed = await queries.claim(services.db, { most, atOnce, leaseSeconds })
        if (claimed.length === 0) return
        const owners = new Map(
          [...new Set(claimed.map(({ ownerId }) => ownerId))].map(id => [
            id,
            services.authentication.findMember(id),
          ]),
        )
        for (const one of claimed) begin(one, owners.get(one.ownerId) ?? Promise.resolve(null))
      }
    },
    /** What is under way is given back, so that another process sends it. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(underway)
    },
  }
}

interface Delivering extends SenderServices {
  readonly networks: BlockList
  readonly signal: AbortSignal
}

async function deliver(
  services: Delivering,
  claimed: queries.ClaimedDelivery,
  owner: Promise<Person | null>,
): Promise<void> {
  const { db, metrics, signal } = services
  if (!mayHave(await owner, claimed)) {
    metrics.webhookDeliveries.inc({ outcome: 'forbidden' })
    return queries.settleForbidden(db, claimed)
  }
  const tried = await send(services, claimed)
  if (signal.aborted && tried.status === null) return queries.release(db, claimed)
  const isSent = tried.status !== null && tried.status >= 200 && tried.status < 300
  metrics.webhookDeliveries.inc({ outcome: isSent ? 'sent' : 'failed' })
  if (isSent) {
    if (await queries.settleSent(db, claimed, tried)) await queries.hurry(db, claimed.endpointId)
    return
  }
  const againInSeconds = retrySeconds[claimed.attempts - 1] ?? null
  const isOver = await queries.settleFailed(db, claimed, tried, { againInSeconds, failingDays })
  if (tried.status === gone) await stopByItself(services, claimed, 'gone')
  else if (isOver) await stopByItself(services, claimed, 'failing')
}

/** The rule of all that leaves: the owner may see such a record there now. A test says nothing of anybody. */
function mayHave(owner: Person | null, { type, organId }: queries.ClaimedDelivery): boolean {
  if (owner === null) return false
  if (organId === null) return true
  const known = allEventTypes.find(one => one === type)
  return known !== undefined && mayUse(codesOf(known), owner.codes) && inScope(owner.scope, organId)
}

async function send(
  { dataKeys, networks, signal }: Delivering,
  claimed: queries.ClaimedDelivery,
): Promise<queries.Try> {
  const begun = performance.now()
  const milliseconds = () => Math.round(performance.now() - begun)
  try {
    const { now, before } = openSecrets(dataKeys, { id: claimed.endpointId, secrets: claimed.secrets })
    const body = bodyOf(claimed)
    const signed = {
      id: messageIdOf(claimed.id),
      timestamp: Math.floor(Date.now() / 1000),
      body,
    }
    const secrets = claimed.both && before !== null ? [now, before] : [now]
    const answer = await callOutside({
      url: claimed.address,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'drivesim-webhooks',
        ...signatureHeaders(secrets, signed),
      },
      body,
      patienceMs,
      mostAnswer,
      networks,
      signal,
    })
    const text = answer.body.toString('utf8').replaceAll('\0', '')
    return { status: answer.status, answer: text, problem: null, milliseconds: milliseconds() }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { status: null, answer: null, problem, milliseconds: milliseconds() }
  }
}
