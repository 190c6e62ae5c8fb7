/** A value of a PDF's syntax; strings are skipped, references are none of their values. */
export type PdfValue =
  | { readonly name: string }
  | { readonly items: readonly PdfValue[] }
  | PdfDictionary
  | { readonly word: string }
  | number
  | 'string'
  | 'reference'

/** Every value of a key: of keys that stand twice, programs take the first or the last. */
export interface PdfDictionary {
  readonly entries: ReadonlyMap<string, readonly PdfValue[]>
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && 'entries' in value

/** What cannot be read as PDF. */
export class UnreadablePdf extends Error {}

const deepest = 64
const spaces = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map(sign => sign.charCodeAt(0)))
const code = (sign: string) => sign.charCodeAt(0)

/** How many bytes may be looked at: what refers to itself, or is made to be read for ever, ends. */
export interface ReadLimits {
  left: number
}

/** Reads the values of a PDF one after the other, from wherever it is put. */
export class PdfReader {
  readonly #bytes: Buffer
  readonly #patience: ReadLimits
  at: number

  constructor(bytes: Buffer, at: number, patience: ReadLimits) {
    this.#bytes = bytes
    this.#patience = patience
    this.at = at
  }

  get ended(): boolean {
    this.skip()
    return this.at >= this.#bytes.length
  }

  /** Spaces and comments. */
  skip(): void {
    for (; this.at < this.#bytes.length; this.#on()) {
      const byte = this.#bytes[this.at] ?? 0
      if (byte === code('%')) while (!this.#isLineEnd()) this.#on()
      else if (!spaces.has(byte)) return
    }
  }

  /** Whether this word comes next; it is read if so. */
  takes(word: string): boolean {
    if (this.#bytes.toString('latin1', this.at, this.at + word.length) !== word) return false
    this.at += word.length
    this.#patience.left -= word.length
    return true
  }

  /** @throws UnreadablePdf */
  value(depth = 0): PdfValue {
    if (depth > deepest) throw new UnreadablePdf()
    this.skip()
    if (this.takes('/')) return { name: this.name() }
    if (this.takes('<<')) return this.#dictionary(depth)
    if (this.takes('[')) return { items: withReferences(this.#until(']', depth)) }
    if (this.takes('(')) return this.#text()
    if (this.takes('<')) return this.#hexadecimal()
    const word = this.#regular()
    if (word === '') throw new UnreadablePdf()
    return /^[+-]?\d+$/.test(word) ? Number(word) : { word }
  }

  /** A name, after its slash was read; `#61` in it becomes the character that it stands for. */
  name(): string {
    return this.#regular().replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }

  #on(): void {
    this.#patience.left -= 1
    if (this.#patience.left < 0) throw new UnreadablePdf()
    this.at += 1
  }

  #isLineEnd(): boolean {
    const byte = this.#bytes[this.at]
    return byte === undefined || byte === 10 || byte === 13
  }

  #regular(): string {
    const from = this.at
    for (; this.at < this.#bytes.length; this.#on()) {
      const byte = this.#bytes[this.at] ?? 0
      if (spaces.has(byte) || delimiters.has(byte)) break
    }
    return this.#bytes.toString('latin1', from, this.at)
  }

  #dictionary(depth: number): PdfDictionary {
    const values = withReferences(this.#until('>>', depth))
    const entries = new Map<string, PdfValue[]>()
    for (let index = 0; index < values.length; index += 2) {
      const [key, value] = values.slice(index, index + 2)
      if (typeof key !== 'object' || !('name' in key) || value === undefined) throw new UnreadablePdf()
      entries.set(key.name, [...(entries.get(key.name) ?? []), value])
    }
    return { entries }
  }

  #until(end: string, depth: number): PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      if (this.ended) throw new UnreadablePdf()
      if (this.takes(end)) return values
      values.push(this.value(depth + 1))
    }
  }

  #text(): 'string' {
    for (let open = 1; open > 0; this.#on()) {
      const byte = this.#bytes[this.at]
      if (byte === undefined) throw new UnreadablePdf()
      if (byte === code('\\')) this.#on()
      else if (byte === code('(')) open += 1
      else if (byte === code(')')) open -= 1
    }
    return 'string'
  }

  #hexadecimal(): 'string' {
    while (this.at < this.#bytes.length && this.#bytes[this.at] !== code('>')) this.#on()
    if (!this.takes('>')) throw new UnreadablePdf()
    return 'string'
  }
}

/** `12 0 R` is one value. */
function withReferences(values: readonly PdfValue[]): PdfValue[] {
  const folded: PdfValue[] = []
  for (const value of values) {
    if (typeof value === 'object' && 'word' in value && value.word === 'R') {
      const [number, generation] = folded.splice(-2)
      if (typeof number !== 'number' || typeof generation !== 'number') throw new UnreadablePdf()
      folded.push('reference')
    } else folded.push(value)
  }
  return folded
}
