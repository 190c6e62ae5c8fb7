import { isPictureLink } from '@drivesim/contract'
import { z } from 'zod'

/** Checks a value and writes it as JSON; undefined where it is not plainly of the declared shape. */
type Write = (value: unknown) => string | undefined

/**
 * Compiles the schema of a reply, once, into what checks and writes such replies in one pass; parsing would copy all
 * of it first. Only declared fields are written. What is not plainly of the declared shape goes through the schema
 * itself, which writes it all the same (a default, a transform) or says what is wrong with it.
 * @param sign what the address of an uploaded picture leaves as
 * @throws ZodError from what it returns, where a reply is not what was declared; nothing is written then
 */
export function replyWriter(schema: z.ZodType, sign: Sign): (reply: unknown) => string {
  const write = writerOf(schema, { sign, known: new Map() })
  return reply => write(reply) ?? JSON.stringify(schema.parse(reply))
}

/** What all the writers of a reply share. */
interface Compiling {
  readonly sign: Sign
  readonly known: Map<z.core.$ZodType, Write>
}
type Sign = (address: string) => string

function writerOf(schema: z.core.$ZodType, compiling: Compiling): Write {
  const { known, sign } = compiling
  const before = known.get(schema)
  if (before !== undefined) return before
  // The rows of a tree contain their own kind: when one is written, its writer is there.
  known.set(schema, value => known.get(schema)?.(value))
  const write = isPictureLink(schema) ? link(sign) : compile(schema, inner => writerOf(inner, compiling))
  known.set(schema, write)
  return write
}

function compile(schema: z.core.$ZodType, writerOf: (inner: z.core.$ZodType) => Write): Write {
  // Rules besides the type itself are the schema's own business.
  if (schema._zod.def.checks?.length) return throughSchema(schema)
  if (schema instanceof z.ZodString)
    return value => (typeof value === 'string' ? JSON.stringify(value) : undefined)
  if (schema instanceof z.ZodNumber && schema.format === 'safeint')
    return value => (Number.isSafeInteger(value) ? String(value) : undefined)
  if (schema instanceof z.ZodBoolean) return oneOf([true, false])
  if (schema instanceof z.ZodEnum) return oneOf(schema.options)
  if (schema instanceof z.ZodLiteral) return oneOf(schema.values)
  if (schema instanceof z.ZodNullable) {
    const write = writerOf(schema.unwrap())
    return value => (value === null ? 'null' : write(value))
  }
  if (schema instanceof z.ZodArray) return list(writerOf(schema.element))
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) {
    return object(Object.entries(schema.shape).map(([name, field]) => [name, writerOf(field)]))
  }
  return throughSchema(schema)
}

function link(sign: Sign): Write {
  return value => (typeof value === 'string' ? JSON.stringify(sign(value)) : undefined)
}

/** @throws TypeError where a picture's address is inside: it would leave without its signature */
function throughSchema(schema: z.core.$ZodType): Write {
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      if (isPictureLink(zodSchema)) throw new TypeError('a picture’s address may only be null besides')
    },
  })
  return value => {
    const result = z.safeParse(schema, value)
    return result.success ? JSON.stringify(result.data) : undefined
  }
}

function oneOf(values: Iterable<unknown>): Write {
  const written = new Map(Array.from(values, value => [value, JSON.stringify(value)]))
  return value => written.get(value)
}

function list(write: Write): Write {
  return values => {
    if (!Array.isArray(values)) return undefined
    let json = ''
    for (const value of values) {
      const item = write(value)
      if (item === undefined) return undefined
      json += json === '' ? item : `,${item}`
    }
    return `[${json}]`
  }
}

function object(fields: readonly (readonly [name: string, write: Write])[]): Write {
  const parts = fields.map(([name, write], place) => ({
    name,
    lead: `${place === 0 ? '' : ','}${JSON.stringify(name)}:`,
    write,
  }))
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    let json = '{'
    for (const { name, lead, write } of parts) {
      const field = write(Reflect.get(value, name))
      if (field === undefined) return undefined
      json += lead + field
    }
    return `${json}}`
  }
}
