import { randomBytes, randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where pictures are kept: a folder now; several servers share it, or another store takes its place. */
export interface PictureStore {
  put(name: string, picture: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  has(name: string): Promise<boolean>
  /** What is not there is removed already. */
  remove(name: string): Promise<void>
}

/** Names that are made here; nothing else is looked for, so that no name leads out of the store. */
const pictureName = /^[\w-]{32}\.webp$/

/** A name that nobody guesses: 192 random bits. */
export const newPictureName = (): string => `${randomBytes(24).toString('base64url')}.webp`

/** Pictures as files of a folder, which is made with the first one. */
export function folderStore(folder: string): PictureStore {
  return {
    async put(name, picture) {
      await mkdir(folder, { recursive: true })
      // Under its name it is whole from the first moment on.
      const draft = join(folder, `${randomUUID()}.tmp`)
      await writeFile(draft, picture)
      await rename(draft, join(folder, name))
    },
    async get(name) {
      if (!pictureName.test(name)) return undefined
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    has: name =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    remove: name => rm(join(folder, name), { force: true }),
  }
}
