import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  type FileStore,
  type ListedFile,
  type StoredFile,
  type StoredFolder,
  storedName,
  wholeBytes,
} from './fileStore.ts'
import { openNameless } from './namelessFile.ts'
import { type S3Client, sha256Of, streamOf, wholeOf } from './s3Client.ts'

/** Files as objects of a bucket, named `folder/name`. @param spool where a file that comes lies until it is whole */
export function s3Store(client: S3Client, folder: StoredFolder, spool: string): FileStore {
  const keyOf = (name: string) => `${folder}/${name}`

  async function open(name: string): Promise<StoredFile | undefined> {
    if (!storedName.test(name)) return undefined
    return client.ask({ method: 'GET', key: keyOf(name) }, async answer => {
      const bytes = answer.length
      if (!Number.isInteger(bytes)) throw new Error('the store did not say how long a file is')
      return { bytes, content: bytes > wholeBytes ? streamOf(answer) : await wholeOf(answer) }
    })
  }

  return {
    async put(name, content) {
      const payload = { bytes: content.length, sha256: sha256Of(content), open: () => Readable.from(content) }
      await client.ask({ method: 'PUT', key: keyOf(name), payload }, wholeOf)
    },
    // A request says first how long its body is and what it comes to; and on disk it can be sent again.
    async write(name, content) {
      const handle = await openNameless(spool)
      try {
        const hash = createHash('sha256')
        let bytes = 0
        for await (const part of content) {
          await handle.appendFile(part)
          hash.update(part)
          bytes += part.length
        }
        const open = () => Readable.from(partsOf(handle), { objectMode: false })
        const payload = { bytes, sha256: hash.digest('hex'), open }
        await client.ask({ method: 'PUT', key: keyOf(name), payload }, wholeOf)
      } finally {
        await handle.close()
      }
    },
    open,
    async has(name) {
      const found = await client.ask({ method: 'HEAD', key: keyOf(name) }, wholeOf)
      if (found !== undefined) return true
      // To HEAD a store does not say whether the file is not there, or the bucket.
      const stored = await open(name)
      if (stored !== undefined && 'destroy' in stored.content) stored.content.destroy()
      return stored !== undefined
    },
    async remove(name) {
      await client.ask({ method: 'DELETE', key: keyOf(name) }, wholeOf)
    },
    // The first version of the call, which goes on from a key: every server has it.
    async *list() {
      const prefix = keyOf('')
      for (let last = prefix, isMore = true; isMore; ) {
        const page = await client.ask(
          { method: 'GET', key: '', query: { prefix, marker: last } },
          async answer => String(await wholeOf(answer)),
        )
        const found = page === undefined ? [] : objectsOf(page)
        for (const { key, ...object } of found) {
          yield { name: key.slice(prefix.length), ...object }
          last = key
        }
        isMore = found.length > 0 && /<IsTruncated>true</.test(page ?? '')
      }
    },
    close: async () => undefined,
  }
}

const partBytes = 64 * 1024

/** A file from its beginning. Its own stream would close it where a request is cut off, and it could not be sent again. */
async function* partsOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(partBytes), 0, partBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** What XML writes in another way; no name of ours has it, but keys of others may. */
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string) => text.replace(/&(\w+);/g, (written, name: string) => entities[name] ?? written)

/** The objects of a page of a list. */
function objectsOf(page: string): (Omit<ListedFile, 'name'> & { key: string })[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => {
    const textIn = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(entry)?.[1] ?? ''
    return {
      key: plain(textIn('Key')),
      bytes: Number(textIn('Size')),
      writtenAt: Date.parse(textIn('LastModified')),
    }
  })
}
