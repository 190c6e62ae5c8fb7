import { contract, type Endpoint, endpoint, errors, instant, pictureLink } from '@drivesim/contract'
import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeBrowsers } from '../../auth/browsers.ts'
import { makeTokens } from '../../auth/tokens.ts'
import { makePictureLinks } from '../../pictures/pictureLinks.ts'
import { openDb, openPool } from '../../postgres/db.ts'
import { registerErrorHandlers } from '../envelope.ts'
import { implement, type Platform } from '../implement.ts'
import { replyWriter } from './replyWriter.ts'

const years = { min: new Date('1970-01-01'), max: new Date('2199-12-30') }

const replies = Object.entries<Record<string, Endpoint>>(contract).map(
  ([domain, calls]) =>
    [
      domain,
      Object.values(calls).flatMap(({ path, reply }) => (typeof reply === 'string' ? [] : [{ path, reply }])),
    ] as const,
)

test.each(replies)('replies of %s are written, or refused, as parse and stringify would', (_, calls) => {
  for (const { path, reply: schema } of calls) {
    const write = replyWriter(schema, address => address)
    let right = 0
    const compared = fc.property(replyOf(schema, 3), reply => {
      const expected = outcome(() => JSON.stringify(schema.parse(reply)))
      expect(
        outcome(() => write(reply)),
        path,
      ).toBe(expected)
      expect(expected).not.toContain('secret')
      if (schema.safeParse(reply).success) right += 1
    })
    // Of a large schema most are refused: until enough that are right were compared, and not refusals alone.
    for (let runs = 0; runs < 1200 && (runs === 0 || right <= 5); runs += 60)
      fc.assert(compared, { numRuns: 60 })
    expect(right, path).toBeGreaterThan(5)
  }
})

test('the addresses of pictures are signed wherever they stand, and no other text is', () => {
  const row = z.object({ photo: pictureLink.nullable(), name: z.string() })
  const write = replyWriter(z.object({ rows: z.array(row) }), address => `${address}?signed`)
  expect(
    write({
      rows: [
        { photo: '/a', name: '/a' },
        { photo: null, name: '' },
      ],
    }),
  ).toBe('{"rows":[{"photo":"/a?signed","name":"/a"},{"photo":null,"name":""}]}')
})

test('a schema that would hide the address of a picture from the writer is refused at the start', () => {
  for (const hidden of [
    pictureLink.optional(),
    z.record(z.string(), pictureLink),
    pictureLink.default('/a'),
  ]) {
    expect(() => replyWriter(z.object({ photo: hidden }), address => address)).toThrow(TypeError)
  }
})

describe('over HTTP', () => {
  const trial = endpoint({
    title: '试验',
    method: 'GET',
    path: '/trial',
    access: 'anonymous',
    reply: z.array(
      z.object({ id: z.int(), name: z.string().nullable(), state: z.enum(['on', 'off']), at: instant }),
    ),
  })
  const good = { id: 1, name: '甲"\n', state: 'on', at: '2026-11-21T08:00:00.000Z' }

  function answerTo(rows: unknown[]) {
    const app = Fastify()
    app.decorateRequest('person', null)
    app.setSerializerCompiler(() => JSON.stringify)
    registerErrorHandlers(app)
    const db = openDb(openPool('postgresql://nobody@localhost/nothing'))
    const platform: Platform = {
      db,
      unhurriedDb: db,
      authentication: {
        tokens: makeTokens('', {
          current: () => {
            throw new Error('nobody signs in')
          },
          find: async () => undefined,
        }),
        browsers: makeBrowsers(''),
        findPerson: async () => 'unknown' as const,
        findPeople: async () => new Map(),
        findKey: async () => 'unknown',
        findMember: async () => null,
        basicHeader: '',
      },
      trail: { refused: async () => undefined, exported: async (_by, _endpoint, _input, file) => file },
      phoneGuesses: {
        begin: async () => ({ found: async () => undefined, missed: async () => undefined }),
        lookAlikes: async () => undefined,
      },
      readings: { admit: async () => undefined, count: () => undefined, flush: async () => undefined },
      pictureLinks: makePictureLinks('a secret'),
      apiBase: '',
      uploadFolder: '',
      fileCalls: new Map(),
      longFiles: { mostRows: 0, defer: async () => 0 },
    }
    const text = JSON.stringify(rows)
    implement({ app, services: platform }, 'trial', { trial }, { trial: () => JSON.parse(text) })
    return app.inject('/trial')
  }

  test('what the contract does not declare does not leave', async () => {
    const { body } = await answerTo([{ ...good, passwordHash: 'secret' }])
    expect(JSON.parse(body)).toEqual({ code: 0, msg: '', data: [good] })
  })

  test.each([
    ['a text for a number', { ...good, id: '1' }],
    ['a state that there is not', { ...good, state: 'broken' }],
    ['no instant', { ...good, at: '2026-11-21' }],
    ['a field missing', { ...good, name: undefined }],
    ['no row', null],
  ])('%s in the last row: an error, and nothing of the rows before it', async (_, bad) => {
    const { statusCode, body } = await answerTo([good, good, bad])
    expect(statusCode).toBe(500)
    expect(JSON.parse(body)).toMatchObject({ code: errors.unexpected.code, data: null })
  })
})

function outcome(write: () => string): string {
  try {
    return write()
  } catch (error) {
    return error instanceof z.ZodError ? JSON.stringify(error.issues) : `not a problem of the reply: ${error}`
  }
}

/** Things that a handler might give where something else was declared. */
const wrong = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  'x',
  '1',
  0,
  1.5,
  -0,
  Number.NaN,
  2 ** 53,
  true,
  [],
  {},
  [null],
  new Date(0),
)

/** What a handler may answer with for a schema: mostly what is declared, more fields than that, now and then something wrong. */
function replyOf(schema: z.core.$ZodType, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 100, arbitrary: rightOf(schema, depth) }, { weight: 1, arbitrary: wrong })
}

function rightOf(schema: z.core.$ZodType, depth: number): fc.Arbitrary<unknown> {
  const inner = (part: z.core.$ZodType) => replyOf(part, depth)
  if (schema instanceof z.ZodISODateTime)
    return fc.date({ noInvalidDate: true, ...years }).map(date => date.toISOString())
  if (schema instanceof z.ZodISODate)
    return fc.date({ noInvalidDate: true, ...years }).map(date => date.toISOString().slice(0, 10))
  if (schema instanceof z.ZodUUID) return fc.uuid()
  if (schema instanceof z.ZodString) {
    const check = schema.def.checks?.find(check => check instanceof z.core.$ZodCheckRegex)
    return check === undefined ? fc.string({ unit: 'binary' }) : fc.stringMatching(check._zod.def.pattern)
  }
  if (schema instanceof z.ZodNumber) return schema.isInt ? fc.maxSafeInteger() : fc.double()
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodNullable) return fc.option(inner(schema.unwrap()))
  if (schema instanceof z.ZodOptional) return fc.option(inner(schema.unwrap()), { nil: undefined })
  if (schema instanceof z.ZodDefault) return fc.option(inner(schema.unwrap()), { nil: undefined })
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner))
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(inner))
  if (schema instanceof z.ZodPipe) return inner(schema.in)
  if (schema instanceof z.ZodRecord) {
    const { keyType, valueType } = schema.def
    if (!(keyType instanceof z.ZodEnum))
      return fc.dictionary(inner(keyType).map(String), inner(valueType), { maxKeys: 3 })
    return fc.record(Object.fromEntries(keyType.options.map(key => [key, inner(valueType)])))
  }
  if (schema instanceof z.ZodArray) {
    return depth === 0 ? fc.constant([]) : fc.array(replyOf(schema.element, depth - 1), { maxLength: 3 })
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, inner(field)])
    return fc.record({ ...Object.fromEntries(fields), passwordHash: fc.constant('secret') })
  }
  throw new Error(`replies have a new kind of schema: ${schema._zod.def.type}`)
}
