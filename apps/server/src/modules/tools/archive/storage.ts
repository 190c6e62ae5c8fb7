import { Readable } from 'node:stream'
import type { Files } from '../../../platform/files/openFiles.ts'

/** Where archived months are kept: with all other files of the installation. */
export interface ArchiveStore {
  /** Under its name a file is whole from the first moment on; one that is there already is replaced. */
  put(name: string, bytes: Readable): Promise<void>
  /** undefined where it is not there. */
  get(name: string): Promise<Readable | undefined>
}

const draftEnding = '.tmp'

export function archiveStore(files: Files): ArchiveStore {
  const folder = files.folder('archive')
  return {
    async put(name, bytes) {
      // Whoever archives does so alone: what lies here half written is of a process that was killed.
      for await (const file of folder.list())
        if (file.name.endsWith(draftEnding)) await folder.remove(file.name)
      await folder.write(name, bytes)
    },
    async get(name) {
      const found = await folder.open(name)
      if (found === undefined) return undefined
      return found.content instanceof Readable ? found.content : Readable.from([found.content])
    },
  }
}

export const storeText = (store: ArchiveStore, name: string, text: string): Promise<void> =>
  store.put(name, Readable.from([text]))
