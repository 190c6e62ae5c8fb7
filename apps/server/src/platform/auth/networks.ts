import { BlockList, isIPv6 } from 'node:net'

/** Whose tries count together: an IPv4 address, or an IPv6 network of 64 bits, which is what one household is given. */
export function networkOf(given: string): string {
  const address = withoutMapping(given)
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::` : address
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every spelling of an address in one way.
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}

/** An IPv4 address that came over IPv6, as it is. */
const withoutMapping = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** Networks by how they are written: those of the installation, and of the keys that are in use. */
const known = new Map<string, BlockList>()
const mostKnown = 1000

/** Whether an address is in one of these networks. @param written such as `10.0.0.0/8 fd00::/8`; empty: everywhere */
export function isWithin(given: string, written: string): boolean {
  if (written === '') return true
  const address = withoutMapping(given).replace(/%.*$/, '')
  return listOf(written).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function listOf(written: string): BlockList {
  const made = known.get(written)
  if (made !== undefined) return made
  if (known.size >= mostKnown) known.clear()
  const list = new BlockList()
  for (const network of written.split(' ')) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  known.set(written, list)
  return list
}
