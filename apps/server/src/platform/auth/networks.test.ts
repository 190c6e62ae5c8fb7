import { expect, test } from 'vitest'
import { networkOf } from './networks.ts'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:0:7:a:b:c:d', '2001:db8:0:7::'],
  ['2001:DB8:0:7::1', '2001:db8:0:7::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
])('%s counts with %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
