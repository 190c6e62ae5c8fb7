import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Where IPv6 addresses of the internet lie: what is outside is nobody's, or another address in disguise. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** Networks that the configuration opens besides the internet, such as `10.0.0.0/8`. */
export function openNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Whether an address lies in such a network. @param address as the resolver gives it */
export const isOpened = (address: string, opened: BlockList): boolean =>
  opened.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Whether an address is of the internet: neither private, of this machine, special, nor an IPv4 address in an IPv6 one (mapped,
 * NAT64, 6to4, Teredo), behind which any of those may be.
 */
export function isOfInternet(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || isOwn(parsed)) return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast)
}

/** One of this machine's, whatever network it is of: what listens there may trust whoever comes from here. */
const isOwn = (parsed: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .some(({ address }) => ipaddr.parse(address).toNormalizedString() === parsed.toNormalizedString())
