import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { patience } from './pace.ts'

const start = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const deadlineMs = patience(120_000)

export interface RunningServer {
  url: string
  mqttUrl: string
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/**
 * Starts the server on free ports and waits until it says where it listens; one that does not is ended.
 * @param given what it is configured by, where need be by the address that it will have
 */
export async function startServer(
  dataDir: string,
  given: Environment | ((url: string) => Environment) = {},
): Promise<RunningServer> {
  const [port, mqttPort] = await Promise.all([freePort(), freePort()])
  const url = `http://127.0.0.1:${port}`
  const env = typeof given === 'function' ? given(url) : given
  const child = spawn('node', [start], {
    env: {
      ...process.env,
      // From the 29th on every billing day is past: what a test closes early would be closed by itself.
      CLOSING: 'asked',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      DEMO: '1',
      DATABASE_URL: '',
      MQTT_URL: '',
      // However slow the machine that runs the tests: what they look at is rendered.
      FIRST_PAGE_MS: '60000',
      // The demo's 5,000 students are too many to be sent at once; no other list that is exported is.
      EXPORT_ROWS: '4000',
      // All files sign in with the demo's five accounts.
      CALLS_PER_MINUTE: '9999999',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await listening(child, url)
  } catch (error) {
    await stop(child)
    throw error
  }
  return { url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, stop: () => stop(child) }
}

/** Everything it printed is shown when it does not come up; its warnings are shown always. */
function listening(child: ChildProcess, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => reject(new Error(`the server did not start: ${why}\n${output}`))
    const timer = setTimeout(() => fail(`not within ${deadlineMs / 1000} s`), deadlineMs)
    child.stdout?.on('data', (text: Buffer) => {
      output += text
      if (!output.includes(url)) return
      clearTimeout(timer)
      resolve()
    })
    child.stderr?.on('data', (text: Buffer) => {
      output += text
      process.stderr.write(text)
    })
    child.once('exit', code => fail(`it ended with code ${code}`))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
