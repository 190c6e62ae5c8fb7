import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { alipay } from './alipay.ts'
import type { Faults, Order } from './books.ts'
import type { Merchants } from './merchants.ts'
import type { wechat } from './wechat.ts'

export interface Channels {
  readonly wechat: ReturnType<typeof wechat>
  readonly alipay: ReturnType<typeof alipay>
}

/** How long whoever is told may take. */
const patienceMs = 10_000

/** Tells merchants of payments. @param stopped ends what is under way */
export function noticesOf(channels: Channels, merchants: Merchants, stopped: AbortSignal) {
  /** @returns the status; 0: it was not taken at all */
  async function send(order: Order, id: string, forged = false): Promise<number> {
    // The merchant's own key is none that the channel signs with.
    const forger = forged ? merchants[order.channel].key : undefined
    const { headers, body } = channels[order.channel].notice(order, id, forger)
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)])
    return fetch(order.noticesTo, { method: 'POST', headers, body, signal }).then(
      ({ status }) => status,
      () => 0,
    )
  }

  /** Once, or as the faults have it. @returns the statuses that the notices were answered with */
  async function notify(order: Order, { lost, late = 0, forged, duplicate }: Faults): Promise<number[]> {
    if (late > 0) await wait(late, undefined, { signal: stopped, ref: false })
    const id = randomUUID()
    const told: number[] = []
    if (forged === true) told.push(await send(order, randomUUID(), true))
    if (lost === true) return told
    for (let time = 0; time < (duplicate === true ? 3 : 1); time += 1) told.push(await send(order, id))
    return told
  }

  return { send, notify }
}
