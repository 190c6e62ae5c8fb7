import { errors, refuse } from '@drivesim/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Takes multipart bodies for the routes added here, and for no other: elsewhere they are an unsupported type. */
export function acceptUploads(
  app: FastifyInstance,
  largest: number,
  add: (scope: FastifyInstance) => void,
): void {
  app.register(async scope => {
    await scope.register(multipart, {
      limits: { fileSize: largest, files: 1, fields: 10, fieldSize: 1_000, parts: 12 },
    })
    add(scope)
  })
}

/**
 * The one file of a multipart body, in the field `file`. Its name and declared type are what the sender likes, and
 * not looked at.
 * @throws Refusal unsupportedType, noFile, fileTooLarge
 */
export async function readUpload(request: FastifyRequest, largest: number): Promise<Buffer> {
  if (!request.isMultipart()) throw refuse(errors.unsupportedType)
  try {
    const part = await request.file()
    if (part === undefined || part.fieldname !== 'file') throw refuse(errors.noFile)
    const file = await part.toBuffer()
    // A large one that comes in pieces is cut off at the limit, now and then without an error.
    if (part.file.truncated) throw tooLarge(largest)
    if (file.length === 0) throw refuse(errors.noFile)
    return file
  } catch (error) {
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(largest)
    if (isMalformed(error)) throw refuse(errors.noFile)
    throw error
  }
}

const tooLarge = (largest: number) => refuse(errors.fileTooLarge, largest / 1024 / 1024)

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A body that breaks off, has no boundary, or more parts than the limits allow. */
export function isMalformed(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(codeOf(error) ?? '') ||
    /multipart|Unexpected end of form/i.test(error.message)
  )
}
