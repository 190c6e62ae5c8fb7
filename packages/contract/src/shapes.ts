import { z } from 'zod'
import type { Access } from './access.ts'
import type { Endpoint } from './endpoint.ts'

/** The domains and their calls, as `domains.ts` exports them. */
type Domains = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** Of each field, by its path, what it may be: `dataList[].name` is `string`, `page?` need not be there. */
type Fields = Readonly<Record<string, string>>

/** What a program of another version relies on in a call. */
interface CallShape {
  /** Method, path, and what is special about the body. */
  readonly address: string
  readonly access: string
  readonly input: Fields
  readonly reply: Fields
}

type Shapes = Readonly<Record<string, CallShape>>

/** All calls as other versions see them, sorted by `domain.call`. Bounds of numbers and lengths are not part of it. */
export function shapesOf(domains: Domains): Shapes {
  const calls = Object.entries(domains).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${domain}.${name}`, shapeOf(endpoint)] as const),
  )
  return Object.fromEntries(calls.sort(byName))
}

function shapeOf({
  method,
  path,
  access,
  params,
  input,
  reply,
  envelope,
  absolute,
  upload,
}: Endpoint): CallShape {
  const special = [envelope, absolute && 'absolute', upload && 'upload'].filter(
    word => typeof word === 'string',
  )
  return {
    address: [method, path, ...special].join(' '),
    access: wordOfAccess(access),
    input: { ...fieldsOf(params, 'input'), ...fieldsOf(input, 'input') },
    reply: typeof reply === 'string' ? { '': reply } : fieldsOf(reply, 'output'),
  }
}

const wordOfAccess = (access: Access) => (typeof access === 'string' ? access : [...access].sort().join('|'))

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

interface JsonSchema {
  readonly [key: string]: unknown
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
}

function fieldsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): Fields {
  if (schema === undefined) return {}
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' })
  const found = new Map<string, Set<string>>()
  // What zod makes is plain JSON; its own type says less of it than what is read here.
  addField(found, '', made as JsonSchema)
  const fields = [...found].map(([path, words]) => [path, [...words].sort().join('|')] as const)
  return Object.fromEntries(fields.sort(byName))
}

/** Adds what may stand at a path, and below it. */
function addField(found: Map<string, Set<string>>, path: string, schema: JsonSchema): void {
  const words = found.get(path) ?? new Set<string>()
  found.set(path, words)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) {
    const objects = branches.filter(({ properties }) => properties !== undefined)
    for (const branch of branches) {
      const at = objects.length > 1 ? objects.indexOf(branch) : -1
      addField(found, at < 0 ? path : `${path}<${at + 1}>`, branch)
    }
  }
  for (const part of schema.allOf ?? []) addField(found, path, part)
  for (const word of wordsOf(schema)) words.add(word)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const mark = schema.required?.includes(name) === true ? '' : '?'
    addField(found, path === '' ? `${name}${mark}` : `${path}.${name}${mark}`, field)
  }
  if (typeof schema.items === 'object') addField(found, `${path}[]`, schema.items)
  for (const [at, item] of (schema.prefixItems ?? []).entries()) addField(found, `${path}[${at}]`, item)
  if (typeof schema.additionalProperties === 'object')
    addField(found, `${path}{}`, schema.additionalProperties)
}

function wordsOf(schema: JsonSchema): string[] {
  const constants = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : null
  if (constants !== null) return constants.map(value => JSON.stringify(value))
  if (typeof schema.$ref === 'string') return ['same again']
  if (schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined) return []
  return schema.type === undefined ? ['any'] : [schema.type].flat()
}

/**
 * What of a released contract another one does not keep, so that programs of the two do not work beside each other: one
 * sentence for each. Inputs may gain fields that need not be there, and take more; replies may gain fields, and fields of
 * them further constants.
 */
export function breaches(released: Shapes, present: Shapes): string[] {
  return Object.entries(released).flatMap(([call, before]) => {
    const now = present[call]
    if (now === undefined) return [`${call} is gone`]
    return [
      ...(before.address === now.address ? [] : [`is at “${now.address}”, not “${before.address}”`]),
      ...(admits(now.access, before.access)
        ? []
        : [`admits “${now.access}”, no longer all of “${before.access}”`]),
      ...inputBreaches(before.input, now.input),
      ...replyBreaches(before.reply, now.reply),
    ].map(what => `${call} ${what}`)
  })
}

/** Whether everybody whom one access admitted is admitted by another. */
function admits(now: string, before: string): boolean {
  if (now === before || now === 'anonymous') return true
  if (before === 'anonymous' || before === 'basic' || now === 'basic') return false
  if (now === 'signedIn' || now === '') return true
  if (before === 'signedIn' || before === '') return false
  const codes = now.split('|')
  return before.split('|').every(code => codes.includes(code))
}

function inputBreaches(before: Fields, now: Fields): string[] {
  const [old, present] = [byPlainPath(before), byPlainPath(now)]
  const lost = [...old].flatMap(([path, { words }]) => {
    const field = present.get(path)
    if (field === undefined) return [`no longer takes ${path}`]
    const missing = lostWords(words, field.words)
    return missing.length === 0 ? [] : [`takes no ${missing.join(', ')} as ${path || 'input'}`]
  })
  const demanded = [...present].filter(
    ([path, { optional }]) => !optional && old.get(path)?.optional !== false,
  )
  // Below a field that is new and need not be there, and in a form of the input that is new beside those that stand, nobody
  // of the version before is asked for anything.
  const isAsked = ([path]: readonly [string, Field]) =>
    ![...present].some(
      ([above, { optional }]) =>
        !old.has(above) &&
        ((optional && isBelow(path, above)) ||
          (isFurtherForm(above, old) && (path === above || isBelow(path, above)))),
    )
  return [...lost, ...demanded.filter(isAsked).map(([path]) => `demands ${path || 'an input'}`)]
}

function replyBreaches(before: Fields, now: Fields): string[] {
  const present = byPlainPath(now)
  return [...byPlainPath(before)].flatMap(([path, { optional, words }]) => {
    const field = present.get(path)
    if (field === undefined) return [`no longer answers ${path}`]
    if (field.optional && !optional) return [`need not answer ${path}`]
    const added = lostWords(field.words, words).filter(word => !word.startsWith('"'))
    return added.length === 0 ? [] : [`may answer ${added.join(', ')} as ${path || 'reply'}`]
  })
}

interface Field {
  readonly optional: boolean
  readonly words: readonly string[]
}

/** Fields by their paths without the marks of what need not be there; the last mark is the field's own. */
function byPlainPath(fields: Fields): Map<string, Field> {
  return new Map(
    Object.entries(fields).map(([path, words]) => [
      path.replaceAll('?', ''),
      { optional: path.endsWith('?'), words: words.split('|') },
    ]),
  )
}

/** Whether a path is one of the forms an input may have, `<3>`, where it had several before. */
const isFurtherForm = (path: string, old: ReadonlyMap<string, Field>) =>
  /<\d+>$/.test(path) && old.has(path.replace(/<\d+>$/, '<1>'))

const isBelow = (path: string, above: string) =>
  ['.', '[', '{', '<'].some(sign => path.startsWith(`${above}${sign}`))

/** Words of the one that the other lacks; whatever takes a text or a number takes each of them. */
function lostWords(before: readonly string[], now: readonly string[]): string[] {
  if (now.includes('any')) return []
  const general = (word: string) =>
    (word.startsWith('"') && now.includes('string')) ||
    (/^(integer|-?\d)/.test(word) &&
      (now.includes('number') || (word !== 'integer' && now.includes('integer')))) ||
    (/^(true|false)$/.test(word) && now.includes('boolean')) ||
    (word === 'null' && now.includes('null'))
  return before.filter(word => !now.includes(word) && !general(word))
}
