import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FileFormat } from '@drivesim/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply, StoredFileReply } from './call.ts'
import { csvOf, csvOfTables } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

const types: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** What a file is written as, part by part; memory stays flat whatever the number of its rows. */
export function bytesOf({ name, lines, format, tables }: FileReply): Readable {
  const { title, more } = tables ?? { title: name, more: [] }
  const all = [{ title, lines }, ...more]
  return format === 'xlsx' ? xlsxOf(all) : Readable.from(tables === null ? csvOf(lines) : csvOfTables(all))
}

/** Streams a file as a download. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return asDownload(reply, file).send(bytesOf(file))
}

/** Sends a file that is stored: one that lies there gzipped as it is where the client accepts that, else decompressed. */
export function sendStoredFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: StoredFileReply,
): FastifyReply {
  const { content, bytes, format } = file
  const download = asDownload(reply, file)
  // A workbook is packed by itself.
  if (format === 'xlsx') return download.header('content-length', bytes).send(content)
  download.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? ''))
    return download.send(pipeline(Readable.from(content), createGunzip(), () => undefined))
  return download.header('content-encoding', 'gzip').header('content-length', bytes).send(content)
}

const asDownload = (reply: FastifyReply, { name, format }: { name: string; format: FileFormat }) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}`)
    .type(types[format])
