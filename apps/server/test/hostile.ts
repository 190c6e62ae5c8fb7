import { type Endpoint, pathParameters } from '@drivesim/contract'
import fc from 'fast-check'
import { z } from 'zod'

/** JSON Schema as zod writes it for what a call takes. */
const node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), node).optional()
  },
  get items() {
    // `false`: none
    return z.union([z.literal(false), node]).optional()
  },
  get anyOf() {
    return z.array(node).optional()
  },
  get oneOf() {
    return z.array(node).optional()
  },
})
type Node = z.output<typeof node>

/** Values that somebody else's database, runtime or template would stumble over. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '驾校\u0000',
  '\ud800',
  '\u202e\u200b',
  '👩‍👩‍👧‍👦'.repeat(20),
  "' or 1=1 --",
  '"; drop table simulator; --',
  '%',
  '_%\\',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '<%= 7*7 %>',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e309',
  '9223372036854775808',
  '0x1F',
  '1,2',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13',
  '24:00',
  '::1',
  '999.999.999.999',
  'x'.repeat(5000),
]

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 63),
  2 ** 63,
  1e308,
  5e-324,
]

/**
 * Stand for what is too deep or too wide to be written by whoever stringifies: `replaceDeepValues` puts the JSON in their place.
 */
const shapes: Readonly<Record<string, string>> = {
  '(deep)': '['.repeat(200_000) + ']'.repeat(200_000),
  '(deep objects)': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  '(wide)': `[${'[],'.repeat(300_000)}[]]`,
  '(wide object)': `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":0`).join()}}`,
}
const hostileShapes = fc.constantFrom(...Object.keys(shapes))

/** The body with deep and wide values in it, to be sent in place of the one that a client wrote. */
export function replaceDeepValues(json: string): string {
  return Object.entries(shapes).reduce((body, [word, shape]) => body.replaceAll(`"${word}"`, shape), json)
}

const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: hostileShapes },
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileNumbers) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}], { $ne: 1 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.integer(), { minLength: 300, maxLength: 3000 }) },
)

/** Sample values of fields by name: some of them exist. */
export type KnownValues = (field: string) => readonly unknown[]

/**
 * What strangers may send to a call: what its schema allows, that with a thing or two wrong, or something else
 * altogether. A field that has samples is often one of them, so that calls are also met in earnest.
 */
export function hostileInput(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<unknown> {
  const shapes = [endpoint.params, endpoint.input].flatMap(schema =>
    schema === undefined ? [] : [validOf(schema, known)],
  )
  const valid = fc.tuple(...shapes).map((parts): Record<string, unknown> => Object.assign({}, ...parts))
  const fields = fc.array(fc.tuple(fc.nat(), fc.option(hostileValues, { nil: undefined })), {
    minLength: 1,
    maxLength: 2,
  })
  const nearlyValid = fc.tuple(valid, fields).map(([input, changes]) => {
    const names = Object.keys(input)
    // A field given undefined is one that is missing.
    const wrong = changes.map(([at, value]) => [names[at % Math.max(names.length, 1)] ?? 'extra', value])
    return { ...input, ...Object.fromEntries(wrong) }
  })
  const path = pathParameters(endpoint.path)
  const pathValues = Object.fromEntries(path.map(name => [name, hostileValues]))
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 5, arbitrary: nearlyValid },
    { weight: 1, arbitrary: path.length === 0 ? hostileValues : fc.record(pathValues) },
  )
}

function validOf(schema: z.ZodType, known: KnownValues): fc.Arbitrary<unknown> {
  return arbitraryOf(node.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })), known)
}

function arbitraryOf(schema: Node, known: KnownValues): fc.Arbitrary<unknown> {
  const types = Array.isArray(schema.type) ? schema.type.map(type => ({ ...schema, type })) : undefined
  const choices = schema.anyOf ?? schema.oneOf ?? types
  if (choices !== undefined) return fc.oneof(...choices.map(choice => arbitraryOf(choice, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      if (!schema.items) return fc.constant([])
      return fc.array(arbitraryOf(schema.items, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 5),
      })
    case 'string':
      return textOf(schema)
    case 'integer':
      return wholeOf(schema)
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(fc.jsonValue(), hostileShapes)
  }
}

function objectOf({ properties = {}, required }: Node, known: KnownValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]) => {
    const samples = known(name)
    const generated = arbitraryOf(property, known)
    if (samples.length === 0) return [name, generated] as const
    return [
      name,
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...samples) }, { weight: 1, arbitrary: generated }),
    ] as const
  })
  const requiredKeys = required.filter(name => Object.hasOwn(properties, name))
  return fc.record(Object.fromEntries(fields), { requiredKeys })
}

/** Dates that one calendar has and another has not, or of which nothing here can be. */
export const edgeDays = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'] as const
const edges = fc.constantFrom(...edgeDays)
const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-30'), noInvalidDate: true })
  .map(date => date.toISOString())
const seldomEdges = <T>(usual: fc.Arbitrary<T>, edge: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: edge })

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: seldomEdges(
    days.map(day => day.slice(0, 10)),
    edges,
  ),
  'date-time': seldomEdges(
    days,
    edges.map(day => `${day}T23:59:59Z`),
  ),
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: fc.webUrl(),
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Node): fc.Arbitrary<string> {
  const formatted = formats[format ?? '']
  if (formatted !== undefined) return formatted
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 40) }
  return fc.oneof(
    fc.string({ ...length, unit: 'grapheme' }),
    fc.constantFrom(...hostileTexts).map(text => text.slice(0, maxLength).padEnd(minLength, 'x')),
  )
}

function wholeOf({ minimum, maximum }: Node): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -(2 ** 53 - 1), -(2 ** 53 - 1))
  const max = Math.min(maximum ?? 2 ** 53 - 1, 2 ** 53 - 1)
  const small = Math.max(min, -3)
  return fc.oneof(
    fc.integer({ min: small, max: Math.max(small, Math.min(max, 50)) }),
    fc.integer({ min, max }),
  )
}
