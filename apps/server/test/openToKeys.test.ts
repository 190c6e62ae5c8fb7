import { apiKeyCodes, contract, type Endpoint } from '@drivesim/contract'
import { expect, test } from 'vitest'

// What a key may do is said in the contract, call by call; this is all of it.

const calls = Object.entries(contract).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).map(([call, endpoint]: [string, Endpoint]) => ({
    domain,
    name: `${domain}.${call}`,
    endpoint,
  })),
)
const open = calls.filter(({ endpoint }) => endpoint.forKeys !== undefined)
const openFor = (use: 'read' | 'write') =>
  open.filter(({ endpoint }) => endpoint.forKeys === use).map(({ name }) => name)

/** Whose calls are a person's alone, or would let a key become more than it is. */
const closedDomains = [
  'account',
  'apiKeys',
  'approvals',
  'clientErrors',
  'consents',
  'contacts',
  'exports',
  'factorResets',
  'factors',
  'faultReports',
  'files',
  'home',
  'jobs',
  'live',
  'logChain',
  'members',
  'messages',
  'notices',
  'operationLog',
  'outbox',
  'passwordResets',
  'persons',
  'privacyNotices',
  'privacyRequests',
  'processing',
  'pushes',
  'retention',
  'roles',
  'search',
  'securityPolicy',
  'session',
  'singleSignOn',
  'views',
  'vouchers',
]

test('what keys may read, and what they may write', () => {
  expect(openFor('read').toSorted()).toMatchSnapshot('read')
  expect(openFor('write').toSorted()).toEqual([
    'devices.add',
    'devices.modify',
    'orders.addCourseOrder',
    'students.enrol',
    'students.import',
    'workOrders.add',
  ])
})

test('some domains are closed to keys for good', () => {
  expect(open.filter(({ domain }) => closedDomains.includes(domain)).map(({ name }) => name)).toEqual([])
})

test('so is whatever wants a proof of who one is, tells a secret, is open to everybody, or streams', () => {
  const closed = open.filter(
    ({ endpoint: { stepUp, secret, access, reply } }) =>
      stepUp !== undefined ||
      secret !== undefined ||
      access === 'anonymous' ||
      access === 'basic' ||
      reply === 'events',
  )
  // It tells the secret of what it makes, which was nobody's before; whoever adds a simulator must give it to it.
  expect(closed.map(({ name }) => name)).toEqual(['devices.add'])
})

test('whoever reads changes nothing, and whoever writes has it in the operation log', () => {
  for (const { name, endpoint } of open)
    expect(endpoint.change !== undefined && endpoint.unlogged !== true, name).toBe(
      endpoint.forKeys === 'write',
    )
})

test('codes are offered to keys that open calls ask for, and no others', () => {
  const asked = open.flatMap(({ endpoint: { access } }) => (typeof access === 'string' ? [] : access))
  expect([...new Set(asked)].toSorted()).toEqual(apiKeyCodes.toSorted())
})
