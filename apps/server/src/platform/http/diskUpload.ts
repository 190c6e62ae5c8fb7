import type { FileHandle } from 'node:fs/promises'
import { errors, refuse } from '@drivesim/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openNameless } from '../files/namelessFile.ts'
import { isMalformed } from './upload.ts'

/**
 * A file that somebody sent, on disk. It has no name there: whatever becomes of this process, nothing of the file is left
 * once it is closed.
 */
export class DiskFile {
  readonly handle: FileHandle
  readonly bytes: number

  constructor(handle: FileHandle, bytes: number) {
    this.handle = handle
    this.bytes = bytes
  }

  close(): Promise<void> {
    return this.handle.close()
  }
}

/** As `acceptUploads`, of files that are too large to be held in memory. */
export function acceptDiskUploads(
  app: FastifyInstance,
  largest: number,
  add: (scope: FastifyInstance) => void,
): void {
  app.register(async scope => {
    await scope.register(multipart, { limits: { fileSize: largest, files: 1, fields: 0, parts: 2 } })
    add(scope)
  })
}

/**
 * The one file of a multipart body, in the field `file`, as it lies on disk. Whoever gets it closes it.
 * @throws Refusal unsupportedType, noFile, fileTooLarge
 */
export async function readDiskUpload(
  request: FastifyRequest,
  folder: string,
  largest: number,
): Promise<DiskFile> {
  if (!request.isMultipart()) throw refuse(errors.unsupportedType)
  const handle = await openNameless(folder)
  try {
    const part = await request.file()
    if (part === undefined || part.fieldname !== 'file') throw refuse(errors.noFile)
    let bytes = 0
    for await (const chunk of part.file) {
      await handle.appendFile(chunk)
      bytes += chunk.length
    }
    if (part.file.truncated) throw refuse(errors.fileTooLarge, largest / 1024 / 1024)
    if (bytes === 0) throw refuse(errors.noFile)
    return new DiskFile(handle, bytes)
  } catch (error) {
    await handle.close()
    throw isMalformed(error) ? refuse(errors.noFile) : error
  }
}
