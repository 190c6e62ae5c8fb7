import { inflateSync } from 'node:zlib'
import {
  isDictionary,
  type PdfDictionary,
  PdfReader,
  type PdfValue,
  type ReadLimits,
  UnreadablePdf,
} from './pdfReader.ts'

// Whether a PDF only shows pages. Programs that show it find objects by a table, or by searching; so wherever bytes can be read as
// an object they are looked at, also where others would see the middle of a picture (decision 0077).

/** What was found, or why it is not taken. */
export type PdfVerdict =
  | { readonly pages: number }
  | { readonly refused: 'unreadable' | 'encrypted' | 'active' }

/** What acts, asks or carries other files, whatever else stands beside it. */
const active = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'AcroForm',
  'Rendition',
  'RichMedia',
  'GoToE',
  'SubmitForm',
  'ImportData',
])
/**
 * The same, so short that a picture's bytes may look like them: with how a value of theirs begins, a reference aside. A script is a text,
 * also as hexadecimal digits; a form is a list; files that are carried are a dictionary. By chance it happens once in some 4 GB of pictures.
 */
const activeWithValue: ReadonlyMap<string, RegExp> = new Map([
  ['JS', /^(\(|<[\s\da-f>])/i],
  ['XFA', /^\[/],
  ['EF', /^<</],
])

/** Of what is packed within a file, all together. */
const mostUnpacked = 64 * 1024 * 1024
/** Bytes looked at as objects, for each byte of the file. */
const looksPerByte = 8
const patienceFor = (bytes: Buffer): ReadLimits => ({ left: looksPerByte * bytes.length + 1024 })
/** Programs look for the end of a file here. */
const endsWithin = 2048

/** Checks a file that begins as a PDF does. */
export function checkPdf(file: Buffer): PdfVerdict {
  try {
    if (namesIn(file).has('Encrypt')) return { refused: 'encrypted' }
    if (!file.subarray(-endsWithin).includes('%%EOF')) throw new UnreadablePdf()
    const found = new Found()
    const packed = objectsOf(file, found)
    if ([file, ...packed].some(isActive)) return { refused: 'active' }
    for (const bytes of packed) unpackedObjects(bytes, found)
    if (found.pages === 0) throw new UnreadablePdf()
    return { pages: found.pages }
  } catch (error) {
    if (error instanceof UnreadablePdf) return { refused: 'unreadable' }
    throw error
  }
}

/** Pages, by what most can be meant: those that are there, whether in use or not, and those that a tree of them says it has. */
class Found {
  #leaves = 0
  #counted = 0

  note(value: PdfValue): void {
    if (!isDictionary(value)) return
    if (valuesOf(value, 'Type').some(type => isName(type, 'Page'))) this.#leaves += 1
    if (!value.entries.has('Kids')) return
    for (const count of valuesOf(value, 'Count'))
      if (typeof count === 'number') this.#counted = Math.max(this.#counted, count)
  }

  get pages(): number {
    return Math.max(this.#leaves, this.#counted)
  }
}

const valuesOf = ({ entries }: PdfDictionary, ...keys: string[]) =>
  keys.flatMap(key => entries.get(key) ?? [])
const isName = (value: PdfValue, ...names: string[]) =>
  typeof value === 'object' && 'name' in value && names.includes(value.name)

/** Notes each dictionary that is an object. @returns what the streams unpack to that hold objects themselves */
function objectsOf(file: Buffer, found: Found): Buffer[] {
  const patience = patienceFor(file)
  const packed: Buffer[] = []
  let left = mostUnpacked
  for (let at = file.indexOf('obj'); at !== -1; at = file.indexOf('obj', at + 3)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue
    const reader = new PdfReader(file, at + 3, patience)
    reader.skip()
    if (file.toString('latin1', reader.at, reader.at + 2) !== '<<') continue
    const value = reader.value()
    found.note(value)
    reader.skip()
    if (!isDictionary(value) || !reader.takes('stream') || !holdsObjects(value)) continue
    if (!reader.takes('\r\n') && !reader.takes('\n')) reader.takes('\r')
    const bytes = unpack(file.subarray(reader.at), value, left)
    left -= bytes.length
    packed.push(bytes)
  }
  return packed
}

const holdsObjects = (stream: PdfDictionary) =>
  stream.entries.has('First') || valuesOf(stream, 'Type').some(type => isName(type, 'ObjStm'))

/** @throws UnreadablePdf unless it is packed in the one way that is usual for objects, and not too large */
function unpack(data: Buffer, stream: PdfDictionary, most: number): Buffer {
  // Other ways, or several one within the other, could show each program something else.
  const filters = flat(valuesOf(stream, 'Filter'))
  const parameters = flat(valuesOf(stream, 'DecodeParms')).filter(value => !isNull(value))
  const unusual = valuesOf(stream, 'F', 'DP', 'FFilter').length > 0 || parameters.length > 0
  if (unusual || filters.length !== 1 || !filters.every(filter => isName(filter, 'FlateDecode', 'Fl')))
    throw new UnreadablePdf()
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, most) })
  } catch {
    throw new UnreadablePdf()
  }
}

const flat = (values: readonly PdfValue[]): PdfValue[] =>
  values.flatMap(value => (typeof value === 'object' && 'items' in value ? flat(value.items) : [value]))
const isNull = (value: PdfValue) => typeof value === 'object' && 'word' in value && value.word === 'null'

/** Numbers and places come first, then the objects; all are values. */
function unpackedObjects(bytes: Buffer, found: Found): void {
  const reader = new PdfReader(bytes, 0, patienceFor(bytes))
  while (!reader.ended) found.note(reader.value())
}

/** The names in bytes, wherever they stand; a short one where what follows it says that it is one. */
function* namesAt(bytes: Buffer): Generator<{ name: string; reader: PdfReader }> {
  const patience = patienceFor(bytes)
  for (let at = bytes.indexOf('/'); at !== -1; at = bytes.indexOf('/', at + 1)) {
    const reader = new PdfReader(bytes, at + 1, patience)
    yield { name: reader.name(), reader }
  }
}

const namesIn = (bytes: Buffer) => new Set([...namesAt(bytes)].map(({ name }) => name))

function isActive(bytes: Buffer): boolean {
  for (const { name, reader } of namesAt(bytes)) {
    if (active.has(name)) return true
    const value = activeWithValue.get(name)
    if (value !== undefined && hasValue(bytes, reader, value)) return true
    if (name === 'OpenAction' && !opensAtPage(bytes, reader)) return true
  }
  return false
}

/** A place in the file comes next, which is a list: the page that is shown first. Anything else may act. */
function opensAtPage(bytes: Buffer, reader: PdfReader): boolean {
  reader.skip()
  return bytes.toString('latin1', reader.at, reader.at + 1) === '['
}

/** What begins so, or a reference, comes next. */
function hasValue(bytes: Buffer, reader: PdfReader, begins: RegExp): boolean {
  reader.skip()
  if (begins.test(bytes.toString('latin1', reader.at, reader.at + 2))) return true
  try {
    const [number, generation] = [reader.value(), reader.value()]
    reader.skip()
    return typeof number === 'number' && typeof generation === 'number' && reader.takes('R')
  } catch (error) {
    if (error instanceof UnreadablePdf) return false
    throw error
  }
}
