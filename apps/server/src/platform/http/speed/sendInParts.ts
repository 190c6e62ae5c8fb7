import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The same as for @fastify/compress, which does not compress replies of hooks without a route. */
const brotliQuality = 4

/** Sends a text in parts, as they are made, compressed as the browser takes it. */
export function sendInParts(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncIterable<string>,
): FastifyReply {
  const accepted = headers['accept-encoding'] ?? ''
  const text = Readable.from(parts)
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(through(text, brotli()))
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(through(text, gzip()))
  return reply.send(text)
}

const brotli = () =>
  createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
  })
const gzip = () => createGzip({ flush: constants.Z_SYNC_FLUSH })

/** Who leaves before the end has ended it; Fastify sees to that. */
const through = (text: Readable, compressed: Transform) => pipeline(text, compressed, () => undefined)
