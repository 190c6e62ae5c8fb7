import { contract, errors } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// One paper, many files: the same pixels prove one payment; what looks much the same is asked about.

const { vouchers, contracts } = contract
const paidOn = businessDayOf(Date.now())
let keeper: Client
let contractId: number
let no: string

beforeEachTest(async app => {
  keeper = await app.signedIn({ codes: ['finance:edit', 'finance:contract'] })
  const made = await keeper.call(contracts.add, {
    schoolId: await makeOrganisation(app.services.pool),
    mode: 'rent',
    monthlyRent: 100,
    billingDay: 1,
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    deposit: 0,
  })
  contractId = made.data.contractId
  no = made.data.no
})

/** A slip as a bank's app draws it: a head, and lines of so many words each. */
function slip(lines: readonly number[], head = '#c00'): Promise<Buffer> {
  const words = lines.flatMap((count, line) =>
    Array.from({ length: count }, (_, word) => {
      const at = `x="${60 + word * 90}" y="${170 + line * 90}"`
      return `<rect ${at} width="${50 + ((word * 7 + line * 11) % 30)}" height="40" fill="#222"/>`
    }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#fff"/><rect width="1200" height="110" fill="${head}"/>${words.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const paper = await slip([9, 4, 7, 3, 11, 6, 2])
const pay = async (file: Buffer, amount: number, confirmVoucher = false) => {
  const { data } = await keeper.send(vouchers.upload, { file })
  const { voucherId } = data as { voucherId: number }
  const { code, msg } = await keeper.send(contracts.addDeposit, {
    contractId,
    amount,
    paidOn,
    voucherId,
    confirmVoucher,
  })
  return code === 0 ? 'paid' : msg
}

/** A text chunk, with the checksum that a reader does not need. */
function withText(png: Buffer): Buffer {
  const text = Buffer.from('Comment\0another file')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  // Before the closing chunk, which is 12 bytes.
  return Buffer.concat([
    png.subarray(0, -12),
    length,
    Buffer.from('tEXt'),
    text,
    Buffer.alloc(4),
    png.subarray(-12),
  ])
}

test('is the same with bytes behind it, words in it, or written by another program, whatever the amount', async () => {
  expect(await pay(paper, 100)).toBe('paid')
  const used = errors.voucherUsed.sentence(`合同 ${no} 的押金`)
  const copies = {
    'a byte behind': Buffer.concat([paper, Buffer.from([0])]),
    'a text chunk': withText(paper),
    'another compression': await sharp(paper).png({ compressionLevel: 1 }).toBuffer(),
    'another format without loss': await sharp(paper).webp({ lossless: true }).toBuffer(),
  }
  for (const [what, file] of Object.entries(copies)) {
    expect([what, await pay(file, 200)]).toEqual([what, used])
    expect([what, await pay(file, 200, true)]).toEqual([what, used])
  }
})

test('is asked about where it was taken again, for the same amount, whichever way that went', async () => {
  expect(await pay(paper, 100)).toBe('paid')
  const asked = errors.voucherLike.sentence(`合同 ${no} 的押金`)
  const copies = {
    harder: await sharp(paper).jpeg({ quality: 40 }).toBuffer(),
    smaller: await sharp(paper).resize(600).jpeg({ quality: 60 }).toBuffer(),
    darker: await sharp(paper).modulate({ brightness: 0.85 }).jpeg().toBuffer(),
    'cut at its edges': await sharp(paper)
      .extract({ left: 24, top: 16, width: 1152, height: 768 })
      .toBuffer(),
  }
  for (const [what, file] of Object.entries(copies))
    expect([what, await pay(file, -100)]).toEqual([what, asked])
  const other = await slip([3, 8, 2, 10, 4, 1, 9], '#fff')
  expect(await pay(other, 100)).toBe('paid')
  expect(await pay(copies.harder, 300)).toBe('paid')
  expect(await pay(copies.smaller, 100, true)).toBe('paid')
})
