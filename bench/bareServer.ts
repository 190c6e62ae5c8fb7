// A process of its own: the same SQL under nothing but node:http and pg.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { CapturedCall, Statement } from './capture.ts'

const [databaseUrl = '', capturedFile = '', port] = process.argv.slice(2)
const capturedCalls: CapturedCall[] = JSON.parse(readFileSync(capturedFile, 'utf8'))
const statementsOf = new Map(
  capturedCalls.map(({ body, statements }) => [body, statements.map(namedStatement)]),
)
// Ids are numbers, as people get them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Prepared once and planned once, as the server's statements are.
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 16,
  options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
})

/** The same text has the same name, whatever it is asked with. */
function namedStatement({ text, values }: Statement) {
  return { name: createHash('sha1').update(text).digest('base64url'), text, values }
}

const server = createServer(async (request, response) => {
  const [person, ...others] = statementsOf.get(await text(request)) ?? []
  if (person === undefined) {
    response.writeHead(404).end()
    return
  }
  // The session first, as it decides what may be asked; what follows at once, as the server does it.
  await pool.query(person)
  const answers = await Promise.all(others.map(statement => pool.query(statement)))
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: 0, msg: '', data: answers.map(({ rows }) => rows) }))
})
server.listen(Number(port), '127.0.0.1')
