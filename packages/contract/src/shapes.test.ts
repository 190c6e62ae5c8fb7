import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { breaches, shapesOf } from './shapes.ts'

const call = (changed: Partial<Endpoint> = {}) =>
  shapesOf({
    things: {
      list: endpoint({
        title: '列表',
        method: 'GET',
        path: '/thing/list',
        access: ['device', 'ops'],
        input: z.object({ name: z.string().optional(), kind: z.enum(['a', 'b']).optional() }),
        reply: z.object({
          rows: z.array(z.object({ id: z.int(), name: z.string(), kind: z.enum(['a', 'b']) })),
        }),
        ...changed,
      }),
    },
  })
const row = { id: z.int(), name: z.string(), kind: z.enum(['a', 'b']) }
const rows = (fields: z.ZodRawShape) => z.object({ rows: z.array(z.object(fields)) })
const forms = [
  z.object({ kind: z.literal('a'), name: z.string() }),
  z.object({ kind: z.literal('b'), at: z.string() }),
] as const
const input = { name: z.string().optional(), kind: z.enum(['a', 'b']).optional() }

describe('programs of two versions work together where', () => {
  test.each<[string, Partial<Endpoint>, Partial<Endpoint>?]>([
    ['nothing changed', {}],
    ['the reply has another field', { reply: rows({ ...row, at: z.string() }) }],
    ['a field of the reply has another constant', { reply: rows({ ...row, kind: z.enum(['a', 'b', 'c']) }) }],
    [
      'the input has a field that need not be there',
      { input: z.object({ ...input, at: z.string().optional() }) },
    ],
    [
      'such a field has fields that must',
      { input: z.object({ ...input, at: z.object({ day: z.string() }).optional() }) },
    ],
    ['a field takes more', { input: z.object({ ...input, kind: z.string().nullish() }) }],
    [
      'the input may have a further form',
      { input: z.union([...forms, z.object({ kind: z.literal('c'), code: z.string() })]) },
      { input: z.union(forms) },
    ],
    ['more people may make the call', { access: ['device', 'finance', 'ops'] }],
    ['everybody who is signed in may', { access: 'signedIn' }],
  ])('%s', (_, changed, before = {}) => expect(breaches(call(before), call(changed))).toEqual([]))

  test('a call is new', () => expect(breaches({}, call())).toEqual([]))
})

describe('they do not where', () => {
  test.each<[string, Partial<Endpoint>, string]>([
    ['a field is gone', { reply: rows({ id: row.id, kind: row.kind }) }, 'no longer answers rows[].name'],
    [
      'a field may be missing',
      { reply: rows({ ...row, name: z.string().optional() }) },
      'need not answer rows[].name',
    ],
    [
      'a field may be empty',
      { reply: rows({ ...row, name: z.string().nullable() }) },
      'may answer null as rows[].name',
    ],
    [
      'a field is of another type',
      { reply: rows({ ...row, id: z.string() }) },
      'may answer string as rows[].id',
    ],
    ['an input is no longer heard', { input: z.object({ kind: input.kind }) }, 'no longer takes name'],
    [
      'a constant is refused',
      { input: z.object({ ...input, kind: z.enum(['a']).optional() }) },
      'takes no "b" as kind',
    ],
    ['a new field must be there', { input: z.object({ ...input, at: z.string() }) }, 'demands at'],
    ['a field must be there now', { input: z.object({ ...input, name: z.string() }) }, 'demands name'],
    ['fewer people may', { access: ['device'] }, 'admits “device”, no longer all of “device|ops”'],
    ['the path is another', { path: '/things' }, 'is at “GET /things”, not “GET /thing/list”'],
    ['rows are a file now', { reply: 'file' }, 'may answer file as reply'],
  ])('%s', (_, changed, sentence) => {
    expect(breaches(call(), call(changed))).toContain(`things.list ${sentence}`)
  })

  test('a form of the input has a new field that must be there', () => {
    const [first, second] = forms
    const narrower = call({ input: z.union([first.extend({ code: z.string() }), second]) })
    expect(breaches(call({ input: z.union(forms) }), narrower)).toEqual(['things.list demands <1>.code'])
  })

  test('a call is gone', () => expect(breaches(call(), {})).toEqual(['things.list is gone']))
})
