import { type Endpoint, pathParameters } from '@drivesim/contract/endpoint'
import { CallError } from './callError.ts'

/** What of a call says where it goes and how; pages without the contract's schemas have no more of it. */
export type Addressed = Pick<Endpoint, 'method' | 'path' | 'access' | 'absolute' | 'upload'> &
  Partial<Pick<Endpoint, 'reply'>>

type Fields = Readonly<Record<string, unknown>>

/** The API base that the server wrote into the page: `/dm-api` in production, `/` in development (spec §9). */
function apiBase(): string {
  const base = document.querySelector('meta[name="api-base"]')?.getAttribute('content') ?? '/'
  return base.endsWith('/') ? base.slice(0, -1) : base
}

/** A figure that could not be read is NaN in a form, which JSON would send as null: as nothing at all. */
function withoutNaN(_key: string, value: unknown): unknown {
  if (Number.isNaN(value)) throw new CallError('有一个数看不懂，请改正标红的那一项后重试')
  return value
}

const isNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Leaves out what means "no filter": missing, empty string, empty list. `null` stays: it clears a field. */
export function withoutNothing(input: unknown): Fields {
  if (typeof input !== 'object' || input === null) return {}
  return fieldsOf(input, (_name, value) => !isNothing(value))
}

/** URL and body of a call: JSON, or the one file of an upload; what the path takes is not sent again. */
export function requestOf(
  endpoint: Addressed,
  input: unknown,
): { url: string; body: string | FormData | null } {
  if (endpoint.upload) return { url: urlOf(endpoint, endpoint.path), body: fileBody(input) }
  const names = pathParameters(endpoint.path)
  const fields = endpoint.method === 'GET' ? withoutNothing(input) : asFields(input)
  const rest = fieldsOf(fields, name => !names.includes(name))
  const path = names.reduce((made, name) => {
    const value = fields[name]
    if (value === undefined || value === '') throw new Error(`${endpoint.path} needs ${name}`)
    return made.replace(`{${name}}`, encodeURIComponent(String(value)))
  }, endpoint.path)
  const url = urlOf(endpoint, path)
  if (endpoint.method === 'POST') return { url, body: JSON.stringify(rest, withoutNaN) }
  const query = queryOf(rest)
  return { url: query === '' ? url : `${url}?${query}`, body: null }
}

function urlOf(endpoint: Addressed, path: string): string {
  return `${endpoint.absolute ? '' : apiBase()}${path}`
}

function fileBody(input: unknown): FormData {
  if (!(input instanceof Blob)) throw new Error('an upload needs a file')
  const form = new FormData()
  form.append('file', input)
  return form
}

function asFields(input: unknown): Fields {
  if (typeof input !== 'object' || input === null) return {}
  return fieldsOf(input, (_name, value) => value !== undefined)
}

/** In plain words: the page behind a label is read by browsers that know no `Object.fromEntries`. */
function fieldsOf(input: object, isWanted: (name: string, value: unknown) => boolean): Fields {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) if (isWanted(name, value)) fields[name] = value
  return fields
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const part of values) if (part !== null) query.append(name, String(part))
  }
  return query.toString()
}
