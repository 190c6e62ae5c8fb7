import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { boundsAt, label, labelAt, wordAt } from './labels.ts'
import { wholeNumber } from './paging.ts'

describe('the word of a field', () => {
  const price = label('价格', z.int())

  it('is found through whatever wraps it', () => {
    const shape = {
      plain: price,
      optional: price.optional(),
      nullish: price.nullish(),
      default: price.default(1),
      readonly: price.readonly(),
      refined: price.min(3).refine(value => value > 1),
      piped: z.string().pipe(label('价格', z.string())),
      transformed: price.transform(value => value * 2),
      union: z.union([z.literal(''), price]).optional(),
    }
    const names = Object.keys(shape).map(name => labelAt(z.object(shape), [name]))
    expect(names).toEqual(Object.keys(shape).map(() => '价格'))
  })

  it('is the outermost one', () => {
    const schema = z.object({ school: label('所属驾校', z.union([z.null(), label('机构', z.int())])) })
    expect(labelAt(schema, ['school'])).toBe('所属驾校')
  })

  it('belongs to its own schema alone', () => {
    const id = z.int()
    expect(labelAt(z.object({ coachId: label('教练', id) }), ['coachId'])).toBe('教练')
    expect(labelAt(z.object({ id }), ['id'])).toBeUndefined()
  })

  it('says which item of a list it is in', () => {
    const line = z.object({ price, from: z.object({ day: label('开始日期', z.string()) }) })
    const schema = z.object({ lines: label('明细', z.array(line).optional()) })
    expect(labelAt(schema, ['lines'])).toBe('明细')
    expect(labelAt(schema, ['lines', 2])).toBe('明细')
    expect(labelAt(schema, ['lines', 2, 'price'])).toBe('明细第 3 项的价格')
    expect(labelAt(schema, ['lines', 0, 'from', 'day'])).toBe('明细第 1 项的开始日期')
    expect(labelAt(z.array(line), [0, 'price'])).toBe('价格')
  })

  it('is the word of the field around it where it has none', () => {
    const schema = z.object({ time: label('接收时间段', z.tuple([z.string(), z.string()])) })
    expect(labelAt(schema, ['time', 1])).toBe('接收时间段')
    expect(labelAt(schema, ['unknown'])).toBeUndefined()
  })

  it('is found behind a refined object and in the branches of a union', () => {
    const byPrice = z.object({ kind: label('方式', z.literal(1)), price }).superRefine(() => undefined)
    const byDays = z.object({ kind: label('方式', z.literal(2)), days: label('天数', z.int()) })
    const schema = z.discriminatedUnion('kind', [byPrice, byDays])
    expect(labelAt(schema, ['price'])).toBe('价格')
    expect(labelAt(schema, ['days'])).toBe('天数')
  })
})

describe('every input field of the contract', () => {
  const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]): [string, Endpoint] => [
      `${domain}.${name}`,
      endpoint,
    ]),
  )
  const schemas = endpoints.flatMap(([name, { params, input }]) =>
    [params, input].flatMap(schema => (schema === undefined ? [] : [{ name, schema }])),
  )

  it('has a word, in refusals and in the API documentation', () => {
    const nameless = schemas.flatMap(({ name, schema }) =>
      fields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
        .filter(({ path, titles }) => !titles.some(title => labelAt(schema, path)?.endsWith(title)))
        .map(({ path }) => `${name}: ${path.join('.')}`),
    )
    expect(schemas.length).toBeGreaterThan(100)
    expect(nameless).toEqual([])
  })

  it('that takes certain values has a word for each: no refusal prints a code', () => {
    // Of the protocol's own, for programs.
    const others = schemas.filter(({ name }) => name !== 'session.token')
    const nameless = others.flatMap(({ name, schema }) =>
      values(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
        .filter(({ path, value }) => wordAt(schema, path, value) === undefined)
        .map(({ path, value }) => `${name}: ${path.join('.')} = ${value}`),
    )
    expect(nameless).toEqual([])
  })
})

/** The values that fields of a JSON schema are bound to, at any depth; not the empty one of a filter. */
function values(
  schema: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; value: string }[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key === 'properties')
      return Object.entries<unknown>(inner).flatMap(([name, field]) => values(field, [...path, name]))
    if (key === 'items') return values(inner, [...path, 0])
    if (key === 'const' && inner !== '') return [{ path, value: String(inner) }]
    if (key === 'enum' && Array.isArray(inner)) return inner.map(value => ({ path, value: String(value) }))
    if (/^(anyOf|oneOf|allOf)$/.test(key) && Array.isArray(inner))
      return inner.flatMap(branch => values(branch, path))
    return []
  })
}

interface Field {
  path: (string | number)[]
  /** Of the field, or of the branches it may be. */
  titles: string[]
}

/** The fields that a JSON schema describes, at any depth. */
function fields(schema: unknown, path: (string | number)[] = []): Field[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key === 'properties')
      return Object.entries<unknown>(inner).flatMap(([name, field]) => [
        { path: [...path, name], titles: titlesOf(field) },
        ...fields(field, [...path, name]),
      ])
    if (key === 'items') return fields(inner, [...path, 0])
    if (/^(anyOf|oneOf|allOf)$/.test(key) && Array.isArray(inner))
      return inner.flatMap(branch => fields(branch, path))
    return []
  })
}

function titlesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'title' in schema && typeof schema.title === 'string' ? [schema.title] : []
  const branches = Object.entries(schema).flatMap(([key, inner]) =>
    /^(anyOf|oneOf|allOf)$/.test(key) && Array.isArray(inner) ? inner.flatMap(titlesOf) : [],
  )
  return [...own, ...branches]
}

it('the bounds of a number are found through what wraps it; of what is no number nobody asks', () => {
  const wrapped = z.object({ days: wholeNumber(1, 90).optional() }).superRefine(() => undefined)
  expect(boundsAt(wrapped, ['days'])).toEqual({ min: 1, max: 90 })
  expect(boundsAt(z.object({ sort: z.int().min(0).max(9).default(3) }), ['sort'])).toEqual({ min: 0, max: 9 })
  expect(() => boundsAt(z.object({ name: z.string() }), ['name'])).toThrow('no number at name')
})
