// A process of its own: the same SQL under nothing but node:http and pg.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import type { Captured } from './capture.ts'

const [databaseUrl = '', capturedFile = '', port] = process.argv.slice(2)
const captured: Captured[] = JSON.parse(readFileSync(capturedFile, 'utf8'))
const statementsOf = new Map(captured.map(({ body, statements }) => [body, statements]))
const pool = openPool(databaseUrl)

const server = createServer(async (request, response) => {
  const [person, ...others] = statementsOf.get(await text(request)) ?? []
  if (person === undefined) {
    response.writeHead(404).end()
    return
  }
  // The session first, as it decides what may be asked; what follows at once, as the server does it.
  await pool.query(person.text, person.values)
  const answers = await Promise.all(others.map(({ text, values }) => pool.query(text, values)))
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: 0, msg: '', data: answers.map(({ rows }) => rows) }))
})
server.listen(Number(port), '127.0.0.1')
