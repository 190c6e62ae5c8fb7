import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isOfInternet, isOpened, openNetworks } from './addresses.ts'
import { mayCall } from './outgoing.ts'

test.each([
  ['8.8.8.8', true],
  ['114.114.114.114', true],
  ['2400:3200::1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.0.2.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['64:ff9b:1::1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['4000::1', false],
  ['elsewhere', false],
])('%s is of the internet: %s', (address, expected) => expect(isOfInternet(address)).toBe(expected))

test('no address of this machine is', () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap(list => list ?? []))
    expect(isOfInternet(address)).toBe(false)
})

test('a network that is opened may be called without TLS, the internet with it alone', () => {
  const networks = openNetworks(['10.0.0.0/8', 'fd00::/8'])
  expect(isOpened('10.1.2.3', networks)).toBe(true)
  expect(isOpened('11.1.2.3', networks)).toBe(false)
  expect(mayCall('http:', ['10.1.2.3'], networks)).toBe(true)
  expect(mayCall('http:', ['8.8.8.8'], networks)).toBe(false)
  expect(mayCall('https:', ['8.8.8.8'], networks)).toBe(true)
  // One of several that is not allowed is enough.
  expect(mayCall('https:', ['8.8.8.8', '127.0.0.1'], networks)).toBe(false)
})
