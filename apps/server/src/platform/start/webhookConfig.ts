import { isIP, isIPv6 } from 'node:net'
import { z } from 'zod'

/** Networks, such as `10.0.0.0/8,fd00::/8`. */
const networks = z
  .string()
  .transform(text => text.split(',').map(network => network.trim()))
  .refine(list => list.every(isNetwork))

function isNetwork(network: string): boolean {
  const [address = '', bits = ''] = network.split('/')
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32)
}

export const webhookVariables = { WEBHOOK_NETWORKS: networks.optional() }
type Values = { readonly WEBHOOK_NETWORKS?: string[] | undefined }

export const webhookMust: Record<keyof Values, string> = {
  WEBHOOK_NETWORKS: '以逗号分隔的网段，如 10.0.0.0/8,192.168.0.0/16',
}

/** Networks besides the internet to which events may be sent, without TLS too; with the demo this machine, unless others are named. */
export const webhookNetworksOf = ({ WEBHOOK_NETWORKS }: Values, demo: boolean): readonly string[] =>
  WEBHOOK_NETWORKS ?? (demo ? ['127.0.0.0/8', '::1/128'] : [])
