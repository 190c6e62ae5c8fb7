import { errors, type Refusal, refuse } from '@drivesim/contract'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** One megabyte: the largest body a call may have (imports come as files). */
export const longestBody = 1024 * 1024

/** Only signing in takes a form, as clients of its kind send one; a few fields. */
const longestForm = 4096

/** Arrays and objects within one another; the contract knows five. */
const deepest = 32

/** Commas, brackets and braces: an import of 5,000 students has some 50,000, and a megabyte can have a million. */
const mostMarks = 100_000

/** Takes JSON and forms. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients send the content type with calls that have no fields, too.
    if (body === '') return done(null, undefined)
    const refusal = shapeRefusal(body)
    return refusal === null ? parse(request, body, done) : done(refusal)
  })
  await app.register(formbody, { bodyLimit: longestForm })
}

/**
 * Looks at JSON before it is parsed, since parsing costs far more for deep and for wide ones: whatever comes after (a
 * schema, a hash, the database) may go through it by recursion. Refuses what is nested deeper, or has more in it, than
 * any call needs.
 */
function shapeRefusal(json: string): Refusal | null {
  let depth = 0
  let marks = 0
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        at = endOfText(json, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        depth += 1
        marks += 1
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1
        break
      case 0x2c: // ,
        marks += 1
        break
    }
    if (depth > deepest || marks > mostMarks) return refuse(errors.tooNested)
  }
  return null
}

/** Where the text that begins here ends: at a quotation mark after an even number of backslashes. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end
    while (json.charCodeAt(before - 1) === 0x5c) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return json.length
}
