import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileProblems } from '@drivesim/contract'
import yauzl from 'yauzl'
import type { DiskFile } from '../../../platform/http/diskUpload.ts'
import { alipayFileReader } from './alipayFile.rules.ts'
import { FileProblem, type FileReader } from './fileReader.rules.ts'
import { wechatFileReader } from './wechatFile.rules.ts'

/** What a file may have in it, unpacked. */
const mostInflated = 2 * 1024 ** 3
const mostEntries = 20
/** No line of either channel is nearly as long. */
const longestLine = 65_536
const chunkBytes = 256 * 1024

/** The lines of a channel's file in turn with who reads them, and how much of the file is read. */
export interface OpenFile {
  readonly reader: FileReader
  readonly lines: AsyncIterable<readonly string[]>
  /** Of what it says, unpacked; once all lines were read. */
  digest(): Buffer
}

/**
 * Opens a channel's file as it was downloaded: WeChat's text, also packed with gzip, or Alipay's archive with its text.
 * @throws FileProblem
 */
export async function openFile(file: DiskFile): Promise<OpenFile> {
  const hash = createHash('sha256')
  const chunks = counted(await unpack(file), hash)[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) throw new FileProblem(fileProblems.unknown())
  const { reader, encoding } = await readerOf(first.value).catch(async (error: unknown) => {
    await chunks.return()
    throw error
  })
  return { reader, lines: linesOf(first.value, chunks, encoding), digest: () => hash.digest() }
}

async function* counted(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostInflated) throw new FileProblem(fileProblems.inflated())
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw new FileProblem(fileProblems.archive(), { cause: error })
  }
}

async function unpack(file: DiskFile): Promise<AsyncIterable<Buffer>> {
  const head = Buffer.alloc(4)
  await file.handle.read(head, 0, 4, 0)
  if (head.readUInt16BE() === 0x1f8b) {
    const inflate = createGunzip()
    // If one ends or fails, so does the other; the reader gets the error.
    pipeline(Readable.from(contentOf(file)), inflate, () => undefined)
    return inflate
  }
  return head.toString('latin1') === 'PK\x03\x04' ? entryOf(file) : contentOf(file)
}

/** By reads of its own: a stream would keep the file open for longer than it is read. */
async function* contentOf({ handle }: DiskFile): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** 业务明细 of an archive; its names are in GBK. The other file in it has sums by shop. */
async function entryOf(file: DiskFile): Promise<AsyncIterable<Buffer>> {
  try {
    const options = { autoClose: false, decodeStrings: false, lazyEntries: true }
    const archive = await yauzl.fromFdPromise(file.handle.fd, options)
    let entries = 0
    for await (const entry of archive.eachEntry()) {
      entries += 1
      if (entries > mostEntries) break
      const bytes = Buffer.from(entry.fileName)
      const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0
      const name = new TextDecoder(isUtf8 ? 'utf-8' : 'gbk').decode(bytes)
      const wanted = /\.csv$/i.test(name) && !name.includes('汇总')
      if (wanted) return await archive.openReadStreamPromise(entry)
    }
  } catch (error) {
    throw new FileProblem(fileProblems.archive(), { cause: error })
  }
  throw new FileProblem(fileProblems.archive())
}

type Encoding = 'utf-8' | 'gb18030'

/** By its first line, which nothing else begins with. */
async function readerOf(first: Buffer): Promise<{ reader: FileReader; encoding: Encoding }> {
  const end = first.indexOf(0x0a)
  const head = first.subarray(0, end === -1 ? Math.min(first.length, longestLine) : end)
  const [utf8, gbk] = [new TextDecoder('utf-8').decode(head), new TextDecoder('gb18030').decode(head)]
  if (utf8.startsWith('交易时间,')) return { reader: wechatFileReader(), encoding: 'utf-8' }
  if (gbk.startsWith('#支付宝业务明细')) return { reader: alipayFileReader(), encoding: 'gb18030' }
  if (gbk.startsWith('交易时间,')) throw new FileProblem(fileProblems.encoding('UTF-8'))
  if (utf8.startsWith('#支付宝业务明细')) throw new FileProblem(fileProblems.encoding('GBK'))
  throw new FileProblem(fileProblems.unknown())
}

/** Lines in chunks: awaiting each of a million would be slow. */
async function* linesOf(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  encoding: Encoding,
): AsyncGenerator<readonly string[]> {
  // Half a character, cut off by the channel, is one that cannot be read, in a text that nobody reads.
  const decoder = new TextDecoder(encoding)
  let kept = ''
  const cut = (text: string): string[] => {
    const lines = (kept + text).split('\n')
    kept = lines.pop() ?? ''
    if (kept.length > longestLine) throw new FileProblem(fileProblems.unknown())
    return lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  const decoded = (chunk?: Buffer): string =>
    chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  try {
    yield cut(decoded(first))
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield cut(decoded(next.value))
    yield cut(`${decoded()}\n`)
  } finally {
    // Whoever stops in the middle lets go of the file.
    await rest.return?.()
  }
}
