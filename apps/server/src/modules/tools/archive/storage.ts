import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileMode, folderMode } from '../../../platform/pictures/pictureStore.ts'

/** Where archived months are kept: a folder now, which several servers share; another store takes its place here. */
export interface ArchiveStore {
  /** Under its name a file is whole from the first moment on; one that is there already is replaced. */
  put(name: string, bytes: Readable): Promise<void>
  /** undefined where it is not there. */
  get(name: string): Promise<Readable | undefined>
}

export const archiveStore = (dataDir: string): ArchiveStore => folderStore(join(dataDir, 'archive'))

const draftEnding = '.tmp'

function folderStore(folder: string): ArchiveStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: folderMode })
      // Whoever archives does so alone: what lies here half written is of a process that was killed.
      for (const file of await readdir(folder)) {
        if (file.endsWith(draftEnding)) await rm(join(folder, file), { force: true })
      }
      const draft = join(folder, `${name}${draftEnding}`)
      await pipeline(bytes, createWriteStream(draft, { mode: fileMode, flush: true }))
      await rename(draft, join(folder, name))
    },
    async get(name) {
      const path = join(folder, name)
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      return isThere ? createReadStream(path) : undefined
    },
  }
}

export const storeText = (store: ArchiveStore, name: string, text: string): Promise<void> =>
  store.put(name, Readable.from([text]))
