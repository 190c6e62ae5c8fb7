import { createCipheriv } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { packedStream, pdf } from '../../../test/pdfs.ts'
import { checkPdf } from './checkPdf.ts'

// What a PDF may hold, and what is refused of it, however it is written.

const stream = (data: Buffer, dictionary = '') =>
  Buffer.concat([
    Buffer.from(`7 0 obj << /Length ${data.length} ${dictionary} >> stream\r\n`),
    data,
    Buffer.from('\nendstream endobj\n'),
  ])
const page = '<< /Type /Page /Parent 2 0 R >>'

describe('what only shows pages is taken, with the number of its pages', () => {
  test.each([
    ['plain', pdf({ pages: 3 }), 3],
    ['with a packed page', pdf({ pages: 2, more: packedStream(page) }), 3],
    ['with more pages counted than there are', pdf({ more: '9 0 obj<</Kids[1 0 R]/Count 51>>endobj' }), 51],
    ['of which another version was appended', Buffer.concat([pdf({ pages: 2 }), pdf({ pages: 2 })]), 4],
    [
      'with bookmarks, which have a count too',
      pdf({ more: '9 0 obj<</Type/Outlines/Count 80/First 1 0 R>>endobj' }),
      1,
    ],
    [
      'with texts about such things',
      pdf({ more: '9 0 obj << /Title (JavaScript, Launch \\) and Encrypt) >> endobj' }),
      1,
    ],
    ['with names that only begin alike', pdf({ catalogue: '/JSx (a) /Launcher true /XFAct 1' }), 1],
    [
      'with a picture',
      pdf({
        more: stream(
          Buffer.from('\xff\xd8 /JS \xa0 /JS[ /JS<< /XFA\x01 /XFA( /EF\x02 /EF( /EF<a', 'latin1'),
          '/Filter /DCTDecode',
        ),
      }),
      1,
    ],
  ])('%s', (_, file, pages) => expect(checkPdf(file)).toEqual({ pages }))

  test('whatever the bytes of its pictures are', () => {
    // Always the same: now and then chance writes a short name and what may be its value, and the file is refused.
    const bytes = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))
    for (let round = 0; round < 20; round += 1) {
      const picture = bytes.update(Buffer.alloc(500_000))
      expect(checkPdf(pdf({ more: stream(picture, '/Subtype /Image') }))).toEqual({ pages: 1 })
    }
  })
})

describe('what acts, asks or carries files is refused', () => {
  const refused = { refused: 'active' }
  test.each([
    ['a script', pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })],
    ['a script by reference', pdf({ catalogue: '/AA << /O << /JS 12 0 R >> >>' })],
    ['a script in hexadecimal digits', pdf({ catalogue: '/AA << /O << /JS <78> >> >>' })],
    ['a script behind a comment', pdf({ catalogue: '/AA << /O << /JS %\n(x) >> >>' })],
    ['a program', pdf({ catalogue: '/OpenAction << /S/Launch /F (calc.exe) >>' })],
    ['a form', pdf({ catalogue: '/AcroForm << /Fields [] >>' })],
    ['a form of the other kind', pdf({ catalogue: '/XFA [ (a) 9 0 R ]' })],
    ['a file', pdf({ more: '9 0 obj << /Type /EmbeddedFile >> stream\nMZ\nendstream endobj' })],
    ['files', pdf({ catalogue: '/Names << /EmbeddedFiles 9 0 R >>' })],
    ['a name in escapes', pdf({ catalogue: '/OpenAction << /S /J#61va#53cript >>' })],
    ['a short name in escapes', pdf({ catalogue: '/#4AS (x)' })],
    ['in a packed object', pdf({ more: packedStream('<< /S /JavaScript /JS (x) >>') })],
    ['in a packed object, in escapes', pdf({ more: packedStream('<< /S /L#61unch >>') })],
    [
      'where a program that searches finds it, within a picture',
      pdf({ more: stream(Buffer.from('9 0 obj << /S /Launch >> endobj')) }),
    ],
    [
      'in a packed object within a picture',
      pdf({ more: stream(packedStream('<< /S /Launch >>'), '/Subtype /Image') }),
    ],
    ['behind a text that seems not to end', pdf({ more: '(\n9 0 obj << /S /Launch >> endobj' })],
    [
      'in packed objects without a type',
      pdf({
        more: Buffer.from(
          packedStream('<</S/Launch>>').toString('latin1').replace('/Type /ObjStm', ''),
          'latin1',
        ),
      }),
    ],
  ])('%s', (_, file) => expect(checkPdf(file)).toEqual(refused))
})

describe('what cannot be read, or be read in two ways, is refused', () => {
  const bomb = deflateSync(Buffer.alloc(100_000_000))
  const inflating = Buffer.concat([Buffer.from('8 0 obj << /First 4 /Filter /FlateDecode >> stream\n'), bomb])
  test.each([
    ['encrypted', pdf({ trailer: '/Encrypt 9 0 R' }), 'encrypted'],
    ['cut off', pdf().subarray(0, -12), 'unreadable'],
    [
      'cut off in what was appended',
      Buffer.concat([pdf(), pdf({ more: ' '.repeat(4000) }).subarray(0, -12)]),
      'unreadable',
    ],
    ['without pages', pdf({ pages: 0 }), 'unreadable'],
    ['words alone', Buffer.from('%PDF-1.7 contract %%EOF'), 'unreadable'],
    [
      'packed twice',
      pdf({ more: packedStream(page, '/Filter [/ASCIIHexDecode /FlateDecode]') }),
      'unreadable',
    ],
    [
      'packed twice the same way',
      pdf({ more: packedStream(page, '/Filter [/FlateDecode /FlateDecode]') }),
      'unreadable',
    ],
    ['packed by reference', pdf({ more: packedStream(page, '/Filter 9 0 R') }), 'unreadable'],
    [
      'packed in two ways',
      pdf({ more: packedStream(page, '/Filter /FlateDecode /Filter /LZWDecode') }),
      'unreadable',
    ],
    [
      'packed with predictions',
      pdf({ more: packedStream(page, '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>') }),
      'unreadable',
    ],
    ['packed elsewhere', pdf({ more: packedStream(page, '/F (file) /Filter /FlateDecode') }), 'unreadable'],
    [
      'packed wrongly',
      pdf({ more: packedStream(page, '/Filter /FlateDecode').subarray(0, -40) }),
      'unreadable',
    ],
    ['much in little', pdf({ more: inflating }), 'unreadable'],
    ['deep', pdf({ more: `9 0 obj << /A ${'['.repeat(100_000)} >>` }), 'unreadable'],
    ['a dictionary that does not end', pdf({ more: '9 0 obj << /A (' }), 'unreadable'],
  ])('%s', (_, file, why) => expect(checkPdf(file)).toEqual({ refused: why }))

  test('what is read again and again is not', () => {
    const nested = `9 0 obj ${'<</Kobj'.repeat(60)}(${'x'.repeat(100_000)})${'>>'.repeat(60)}`
    expect(checkPdf(pdf({ more: nested }))).toEqual({ refused: 'unreadable' })
  })
})
