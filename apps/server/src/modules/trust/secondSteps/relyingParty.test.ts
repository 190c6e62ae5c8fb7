import { expect, test } from 'vitest'
import { relyingParty } from './relyingParty.rules.ts'

test.each([
  ['https://sim.example.com/base', { id: 'sim.example.com', origin: 'https://sim.example.com' }],
  ['https://sim.example.com:8443', { id: 'sim.example.com', origin: 'https://sim.example.com:8443' }],
  ['http://localhost:5000', { id: 'localhost', origin: 'http://localhost:5000' }],
  [undefined, { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://sim.example.com', null],
  ['https://192.168.1.8', null],
  ['https://[::1]', null],
])('%s', (publicUrl, expected) => {
  expect(relyingParty({ publicUrl, port: 3000 })).toEqual(expected)
})
