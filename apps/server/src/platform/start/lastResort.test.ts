import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { logSerializers } from '../logging.ts'
import { catchTheRest } from './lastResort.ts'

function stage() {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const { log } = Fastify({ logger: { level: 'warn', serializers: logSerializers, stream } })
  const program = new EventEmitter()
  let ended = 0
  catchTheRest(program, log, () => {
    ended += 1
  })
  return { program, lines, ended: () => ended }
}

test('a failure that nobody waited for is in the log, and the process goes on', () => {
  const { program, lines, ended } = stage()
  expect(program.emit('unhandledRejection', new Error('of something on the side'))).toBe(true)
  expect(lines.join()).toContain('of something on the side')
  expect(lines.join()).toContain('lastResort.test.ts')
  expect(ended()).toBe(0)
})

test('an exception that nobody caught is in the log, and the process ends in order', () => {
  const { program, lines, ended } = stage()
  expect(program.emit('uncaughtException', new Error('out of nowhere'))).toBe(true)
  expect(lines.join()).toContain('out of nowhere')
  expect(ended()).toBe(1)
})
