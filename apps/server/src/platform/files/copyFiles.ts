import { createHash } from 'node:crypto'
import { type FileStore, type StoredFile, type StoredFolder, storedName } from './fileStore.ts'
import type { Files, FilesToRead } from './openFiles.ts'

/** Files that are copied at the same time: most of it is waiting for a store. */
const atOnce = 8

/** How far a copy is. */
export interface Progress {
  /** Files that are in both and the same, the copied ones included. */
  same: number
  copied: number
  /** Of the copied ones. */
  bytes: number
  /** Copied, and read back as something else. */
  readonly different: string[]
}

/**
 * Copies the files of some folders from one store to another. Each is read back and compared by size and SHA-256, also where it is
 * there already: whoever was interrupted begins again, and only what is missing is copied. What is removed meanwhile is left out.
 * @param tell hears of every file @throws StoreAway
 */
export async function copyFiles(
  from: FilesToRead,
  to: Files,
  folders: readonly StoredFolder[],
  tell: (progress: Progress, folder: StoredFolder) => void = () => undefined,
): Promise<Progress> {
  const progress: Progress = { same: 0, copied: 0, bytes: 0, different: [] }
  for (const folder of folders) {
    const [source, target] = [from.folder(folder), to.folder(folder)]
    // All take their next file from the same list.
    const listed = source.list()
    const copyNext = async () => {
      for await (const { name } of listed) {
        if (storedName.test(name)) await copyOne(source, target, { name, progress, folder })
        tell(progress, folder)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, copyNext))
  }
  return progress
}

interface Copying {
  readonly name: string
  readonly folder: StoredFolder
  readonly progress: Progress
}

async function copyOne(
  source: Pick<FileStore, 'open'>,
  target: FileStore,
  { name, folder, progress }: Copying,
): Promise<void> {
  const print = await printOf(await source.open(name))
  if (print === undefined) return
  if ((await printOf(await target.open(name))) !== print) {
    const stored = await source.open(name)
    if (stored === undefined) return
    const { content, bytes } = stored
    await (Buffer.isBuffer(content) ? target.put(name, content) : target.write(name, content))
    if ((await printOf(await target.open(name))) !== print) {
      progress.different.push(`${folder}/${name}`)
      return
    }
    progress.copied += 1
    progress.bytes += bytes
  }
  progress.same += 1
}

/** What tells a file from others: its size and its SHA-256. */
async function printOf(stored: StoredFile | undefined): Promise<string | undefined> {
  if (stored === undefined) return undefined
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of Buffer.isBuffer(stored.content) ? [stored.content] : stored.content) {
    hash.update(part)
    bytes += part.length
  }
  return `${bytes} ${hash.digest('hex')}`
}
