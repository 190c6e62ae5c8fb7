import { randomBytes, randomUUID } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where pictures are kept, and PDFs: a folder now; several servers share it, or another store takes its place. */
export interface PictureStore {
  put(name: string, picture: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  has(name: string): Promise<boolean>
  /** What is not there is removed already. */
  remove(name: string): Promise<void>
  /** Takes what earlier versions left open to other accounts of the machine from them. */
  close(): Promise<void>
}

/** Names that are made here; nothing else is looked for, so that no name leads out of the store. */
const fileName = /^[\w-]{32}\.(?:webp|pdf)$/

/** For the account alone that the server runs under: slips and signatures are among them. */
export const folderMode = 0o700
export const fileMode = 0o600

/** A name that nobody guesses: 192 random bits. */
export const newPictureName = (ending: 'webp' | 'pdf' = 'webp'): string =>
  `${randomBytes(24).toString('base64url')}.${ending}`

/** Pictures as files of a folder, which is made with the first one. */
export function folderStore(folder: string): PictureStore {
  return {
    async put(name, picture) {
      await mkdir(folder, { recursive: true, mode: folderMode })
      // Under its name it is whole from the first moment on.
      const draft = join(folder, `${randomUUID()}.tmp`)
      await writeFile(draft, picture, { mode: fileMode })
      await rename(draft, join(folder, name))
    },
    async get(name) {
      if (!fileName.test(name)) return undefined
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    has: name =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    remove: name => rm(join(folder, name), { force: true }),
    async close() {
      try {
        if (((await stat(folder)).mode & 0o077) === 0) return
        for (const name of await readdir(folder)) await chmod(join(folder, name), fileMode)
        await chmod(folder, folderMode)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
