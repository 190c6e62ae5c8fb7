import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Answer, type Prepared, Statement } from './statement.ts'

/**
 * Gives every parametrised statement a name made from its text, so that PostgreSQL parses and plans it once
 * per connection. Statements with lists of varying length pass them as one array, or the names would never repeat.
 */
export function nameStatements(pool: pg.Pool): void {
  const known = new Map<string, Prepared>()
  pool.on('connect', client => {
    const query = client.query.bind(client)
    const named = (text: unknown, ...rest: unknown[]) => {
      const [values, callback] = rest
      if (typeof text !== 'string' || !Array.isArray(values))
        return Reflect.apply(query, client, [text, ...rest])
      const run = (answer: Answer) => query(new Statement(prepared(text), text, values, answer))
      if (typeof callback === 'function') return run((error, result) => callback(error, result))
      return new Promise((resolve, reject) =>
        run((error, result) => (error ? reject(error) : resolve(result))),
      )
    }
    Object.assign(client, { query: named })
  })

  function prepared(text: string): Prepared {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = { name: createHash('sha1').update(text).digest('base64url'), columns: [] }
    if (known.size < 2000) known.set(text, made)
    return made
  }
}
