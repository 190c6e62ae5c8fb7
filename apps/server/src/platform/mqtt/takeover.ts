import { createHmac, timingSafeEqual } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import mqtt from 'mqtt'
import type { RabbitConfig } from '../start/rabbitConfig.ts'

const connectTimeoutMs = 5_000
const lifetimeMs = 30_000
const prefix = 'takeover'

/**
 * Ends a device's connection, and its session with what waits for it: the broker lets one connection have a client id, and
 * gives it to who comes last. Needs a server that answers the broker. @throws Refusal brokerUnavailable
 */
export async function takeOver({ devicesUrl, authSecret }: RabbitConfig, name: string): Promise<void> {
  try {
    const client = await mqtt.connectAsync(
      devicesUrl,
      {
        username: name,
        password: takeoverKey(authSecret, name, Date.now() + lifetimeMs),
        clientId: name,
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: connectTimeoutMs,
      },
      false,
    )
    client.on('error', () => undefined)
    await client.endAsync()
  } catch {
    throw refuse(errors.brokerUnavailable)
  }
}

/** A key that lets whoever knows the servers' secret in as a device, for a moment. @param until milliseconds since 1970 */
export function takeoverKey(secret: string, name: string, until: number): string {
  const signature = createHmac('sha256', secret).update(`${prefix}:${name}:${until}`).digest('base64url')
  return `${prefix}:${until}:${signature}`
}

/** Whether a key is one of ours for this device, and not yet past. */
export function isTakeoverKey(secret: string, name: string, key: string): boolean {
  const until = Number(key.split(':')[1])
  if (!key.startsWith(`${prefix}:`) || !(until > Date.now())) return false
  const expected = Buffer.from(takeoverKey(secret, name, until))
  const given = Buffer.from(key)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
