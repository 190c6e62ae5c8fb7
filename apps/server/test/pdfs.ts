import { deflateSync } from 'node:zlib'

interface Parts {
  readonly pages?: number
  /** More of the catalogue, such as `/AcroForm 9 0 R`. */
  readonly catalogue?: string
  /** More objects, such as `9 0 obj << >> endobj`. */
  readonly more?: string | Buffer
  readonly trailer?: string
}

/** A PDF of empty pages. */
export function pdf({ pages = 1, catalogue = '', more = '', trailer = '' }: Parts = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${100 + page} 0 R`)
  const leaves = kids.map(
    kid => `${kid.replace('R', 'obj')} << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj\n`,
  )
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R ${catalogue} >> endobj
2 0 obj << /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >> endobj\n${leaves.join('')}`),
    typeof more === 'string' ? Buffer.from(more, 'latin1') : more,
    Buffer.from(`\ntrailer << /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF\n`),
  ])
}

/** A stream that holds objects, packed; `as` is what its dictionary says of the packing. */
export function packedStream(objects: string, as = '/Filter /FlateDecode'): Buffer {
  const data = deflateSync(`9 0 ${objects}`)
  return Buffer.concat([
    Buffer.from(`8 0 obj << /Type /ObjStm /N 1 /First 4 /Length ${data.length} ${as} >>\nstream\n`),
    data,
    Buffer.from('\nendstream endobj\n'),
  ])
}
