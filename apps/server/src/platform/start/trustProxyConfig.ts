import { isIP } from 'node:net'
import { z } from 'zod'

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (rest.length > 0 || version === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Fastify's `trustProxy`: nobody, a number of hops, or the addresses of the proxies. */
export const trustProxy = z.string().transform((value, context): boolean | number | string[] => {
  if (/^\d$/.test(value)) return value === '0' ? false : Number(value)
  const addresses = value.split(',').map(address => address.trim())
  if (addresses.every(address => address === 'loopback' || isNetwork(address))) return addresses
  context.addIssue({ code: 'custom' })
  return z.NEVER
})
