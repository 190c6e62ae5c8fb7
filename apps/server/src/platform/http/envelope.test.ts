import { errors } from '@drivesim/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerErrorHandlers } from './envelope.ts'

// What the database says of itself is told apart from what it says of a statement: one passes, the other is a defect.

const app = Fastify()
beforeAll(async () => {
  registerErrorHandlers(app)
  app.get<{ Params: { code: string } }>('/failing/:code', ({ params }) => {
    throw Object.assign(new Error('said by the database'), { code: params.code })
  })
  await app.ready()
})
afterAll(() => app.close())

const failing = (code: string) => app.inject(`/failing/${code}`)

test.each([
  ['57P01', 'an administrator stops it'],
  ['57P02', 'it crashed'],
  ['57P03', 'it is starting'],
  ['08006', 'the connection broke'],
  ['08P01', 'the connection is out of step'],
  ['25006', 'it takes no changes'],
  ['57014', 'it took too long'],
  ['53300', 'it has no connection left'],
])('SQLSTATE %s, %s: unavailable for now', async code => {
  const response = await failing(code)
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({
    code: errors.unavailable.code,
    msg: errors.unavailable.sentence(),
    data: null,
  })
})

test.each(['23505', '42P01', '25P02'])('SQLSTATE %s was not expected', async code => {
  const response = await failing(code)
  expect(response.statusCode).toBe(500)
  expect(response.json().code).toBe(errors.unexpected.code)
  expect(response.body).not.toContain('said by the database')
})
