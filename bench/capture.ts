import { AsyncLocalStorage } from 'node:async_hooks'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices, session } from '@drivesim/contract'
import { build } from '@drivesim/server/dist/src/app.js'
import { readConfig } from '@drivesim/server/dist/src/platform/start/config.js'
import pg from 'pg'
import { databaseUrl } from './server.ts'

/** A statement as the server sent it. */
export interface Statement {
  text: string
  values: unknown[]
}

/** What the list was asked, and the statements that answering it took, in order. */
export interface CapturedCall {
  body: string
  statements: Statement[]
}

/**
 * Asks the real server each question once and notes every statement that reaches the database, so that the bare
 * handler does the same SQL, whatever it becomes.
 * @param folder the data folder of a server that runs: its database, and what opens what is sealed there
 */
export async function capture(folder: string, password: string, bodies: string[]): Promise<CapturedCall[]> {
  const stop = overhear()
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-capture-'))
  copyFileSync(join(folder, 'data.key'), join(dataDir, 'data.key'))
  const url = databaseUrl(folder, 'drivesim_app')
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, MQTT_PORT: '0', DEMO: '0' })
  const { app, close } = await build({ config, databaseUrl: url })
  try {
    const ask = (path: string, authorization: string, payload: string) =>
      app.inject({
        method: 'POST',
        url: config.apiBase + path,
        headers: { authorization, 'content-type': 'application/json' },
        payload,
      })
    const signIn = JSON.stringify({ grant_type: 'password', username: 'admin', password })
    const signedIn = await ask(session.token.path, `Basic ${btoa('drivesim-web:drivesim-web')}`, signIn)
    const { token } = session.token.reply.parse(signedIn.json().data)
    const bearer = `Bearer ${token}`
    const captured: CapturedCall[] = []
    for (const body of bodies) {
      const statements: Statement[] = []
      // Awaited inside: an injected request starts only when somebody waits for it.
      const answer = await asking.run(statements, async () => await ask(devices.list.path, bearer, body))
      if (answer.json().code !== 0) throw new Error(answer.body)
      if (statements.length === 0) throw new Error('no statement was overheard')
      captured.push({ body, statements })
    }
    return captured
  } finally {
    stop()
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Where the statements of the request under way are noted; what the server's jobs say meanwhile is none of it. */
const asking = new AsyncLocalStorage<Statement[]>()

/** Notes the parametrised statements of every client of this process until stopped. */
function overhear(): () => void {
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, self, args) {
      const [first] = args
      const { text, values } = typeof first === 'string' ? { text: first, values: args[1] } : first
      if (Array.isArray(values)) asking.getStore()?.push({ text, values })
      return Reflect.apply(target, self, args)
    },
  })
  return () => {
    pg.Client.prototype.query = query
  }
}
