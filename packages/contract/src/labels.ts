import { z } from 'zod'
import { formatFen } from './money.ts'

/** Gives a field its word on the screen: forms, refusals and the API documentation (as `title`) take it from the schema. */
export function label<S extends z.ZodType>(word: string, schema: S): S {
  return schema.meta({ title: word })
}

/** The word of a value, by itself or with what else is known of it. */
type Words = Readonly<Record<string, string | { readonly label: string }>>

const wordsOfChoices = z.registry<{ words: Words }>()

/** Gives the values that a schema takes their words; a refusal names them by these. */
export function labelValues<S extends z.ZodType>(words: Words, schema: S): S {
  wordsOfChoices.add(schema, { words })
  return schema
}

/** One of the values that have these words, such as a machine's states. */
export function choice<Named extends Words>(words: Named) {
  const isValue = (value: string): value is keyof Named & string => Object.hasOwn(words, value)
  return labelValues(words, z.enum(Object.keys(words).filter(isValue)))
}

const numbersAsWritten = z.registry<{ write: (value: number) => string }>()

/** Says how people write a number that goes over the wire in another unit; a refusal writes its bounds so. */
export function writtenAs<S extends z.ZodType>(write: (value: number) => string, schema: S): S {
  numbersAsWritten.add(schema, { write })
  return schema
}

/** A sum of money in whole fen, which people write in yuan. */
export const fen = (least: number, most: number) => writtenAs(formatFen, z.int().min(least).max(most))

/** A number as people write it at this path of a schema. */
export function numberAt(schema: z.ZodType, path: readonly PropertyKey[], value: number): string {
  const written = schemasAt(schema, path)
    .map(layer => numbersAsWritten.get(layer))
    .find(entry => entry !== undefined)
  // Nothing is nothing in every unit.
  return value === 0 || written === undefined ? String(value) : written.write(value)
}

/** What people call a value at this path of a schema. Missing: it has no word there. */
export function wordAt(schema: z.ZodType, path: readonly PropertyKey[], value: string): string | undefined {
  const word = schemasAt(schema, path)
    .map(layer => wordsOfChoices.get(layer)?.words[value])
    .find(entry => entry !== undefined)
  return typeof word === 'object' ? word.label : word
}

/**
 * What people call the field at this path of a schema, such as `价格`; a field of a list's item says which item: `课程第
 * 2 项的价格`. A field without a word of its own takes the word of the field around it. Missing: nothing there has one.
 */
export function labelAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let at = layers(schema)
  let name: string | undefined
  let item = ''
  for (const key of path) {
    at = at.flatMap(layer => schemasUnder(layer, key)).flatMap(layers)
    if (typeof key === 'number') {
      item = name === undefined ? '' : `${name}第 ${key + 1} 项的`
      continue
    }
    const word = at.map(layer => z.globalRegistry.get(layer)?.title).find(title => title !== undefined)
    if (word !== undefined) name = item + word
  }
  return name
}

/** The bounds of a number at this path. @throws Error where the schema has no number there */
export function boundsAt(schema: z.ZodType, path: readonly PropertyKey[]): { min: number; max: number } {
  const number = schemasAt(schema, path).find(layer => layer instanceof z.ZodNumber)
  if (number === undefined) throw new Error(`no number at ${path.join('.')}`)
  return { min: number.minValue ?? -Infinity, max: number.maxValue ?? Infinity }
}

/** A text at this path as the schema cleans it; as it was where the schema refuses it, or has no text there. */
export function cleanedAt(schema: z.ZodType, path: readonly PropertyKey[], value: string): string {
  const text = schemasAt(schema, path).find(layer => layer instanceof z.ZodString)
  return text?.safeParse(value).data ?? value
}

type Schema = z.core.$ZodType

/** The schemas of a value at this path, from the outside in. */
function schemasAt(schema: Schema, path: readonly PropertyKey[]): Schema[] {
  return path.reduce<Schema[]>(
    (reached, key) => reached.flatMap(layer => schemasUnder(layer, key)).flatMap(layers),
    layers(schema),
  )
}

/** The schema and what it wraps, from the outside in: the outermost word is the one that counts. */
function layers(schema: Schema): Schema[] {
  return [schema, ...wrapped(schema).flatMap(layers)]
}

function wrapped(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return [schema.unwrap()]
  return []
}

/** What lies one step further. */
function schemasUnder(schema: Schema, key: PropertyKey): readonly Schema[] {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (!(schema instanceof z.ZodObject) || typeof key !== 'string') return []
  const field = schema.shape[key]
  return field === undefined ? [] : [field]
}
