import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import {
  access,
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FileStore, storedName, wholeBytes } from './fileStore.ts'

/** For the account alone that the server runs under: slips and signatures are among them. */
const folderMode = 0o700
const fileMode = 0o600

/** Files of a folder, which is made with the first one. */
export function folderStore(folder: string): FileStore {
  /** Under its name a file is whole from the first moment on. */
  async function keep(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    await mkdir(folder, { recursive: true, mode: folderMode })
    const draft = join(folder, `${randomUUID()}.tmp`)
    try {
      await write(draft)
      await rename(draft, join(folder, name))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  return {
    put: (name, content) => keep(name, draft => writeFile(draft, content, { mode: fileMode })),
    write: (name, content) =>
      keep(name, draft => pipeline(content, createWriteStream(draft, { mode: fileMode, flush: true }))),
    async open(name) {
      if (!storedName.test(name)) return undefined
      const handle = await unlessMissing(open(join(folder, name)))
      if (handle === undefined) return undefined
      let isStreamed = false
      try {
        const { size: bytes } = await handle.stat()
        isStreamed = bytes > wholeBytes
        // A stream closes what it reads from.
        return { bytes, content: isStreamed ? handle.createReadStream() : await readWhole(handle, bytes) }
      } finally {
        if (!isStreamed) await handle.close()
      }
    },
    has: async name => (await unlessMissing(access(join(folder, name)).then(() => true))) ?? false,
    remove: name => rm(join(folder, name), { force: true }),
    async *list() {
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        // It may have gone meanwhile.
        const found = await unlessMissing(stat(join(folder, name)))
        if (found?.isFile()) yield { name, bytes: found.size, writtenAt: found.mtimeMs }
      }
    },
    async close() {
      const found = await unlessMissing(stat(folder))
      if (found === undefined || (found.mode & 0o077) === 0) return
      for (const name of await readdir(folder)) await chmod(join(folder, name), fileMode)
      await chmod(folder, folderMode)
    },
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** One read, since its length is known: `readFile` would ask for that again. */
async function readWhole(handle: FileHandle, bytes: number): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(bytes)
  const { bytesRead } = await handle.read(content, 0, bytes, 0)
  if (bytesRead !== bytes) throw new Error(`a file has ${bytesRead} bytes and not ${bytes}`)
  return content
}
