import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './server.ts'

export const mosquitto = '/usr/sbin/mosquitto'

/** One that lets everybody in: accounts are made once, what is measured here is messages. */
export async function startBroker() {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-broker-'))
  const port = await freePort()
  const config = join(folder, 'mosquitto.conf')
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'persistence false',
    // What a server may have in hand before it acknowledges, as docs/mqtt.md advises; and nothing thrown away.
    'max_inflight_messages 400',
    'max_queued_messages 0',
  ]
  writeFileSync(config, lines.join('\n'))
  const child = spawn(mosquitto, ['-c', config], { stdio: 'ignore' })
  while (!(await answers(port))) await wait(20)
  return {
    url: new URL(`mqtt://127.0.0.1:${port}`),
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const [error] = await Promise.race([once(socket, 'connect').then(() => []), once(socket, 'error')])
  socket.destroy()
  return error === undefined
}
