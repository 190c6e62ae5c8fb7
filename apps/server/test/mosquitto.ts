import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { until } from './device.ts'
import { freePort } from './serverProcess.ts'

const program = '/usr/sbin/mosquitto'
const control = '/usr/bin/mosquitto_ctrl'
const plugin = existsSync('/usr/lib')
  ? readdirSync('/usr/lib')
      .map(folder => `/usr/lib/${folder}/mosquitto_dynamic_security.so`)
      .find(existsSync)
  : undefined

/** Whether Debian's Mosquitto with its access control is installed. */
export const hasMosquitto = existsSync(program) && existsSync(control) && plugin !== undefined

/** A Mosquitto of its own with dynamic security, as an administrator sets one up. */
export async function startMosquitto() {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-mosquitto-'))
  const port = await freePort()
  const security = join(folder, 'security.json')
  execFileSync(control, ['dynsec', 'init', security, 'drivesim', 'server-password'], {
    stdio: 'ignore',
  })
  const config = join(folder, 'mosquitto.conf')
  writeFileSync(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `plugin ${plugin}`,
      `plugin_opt_config_file ${security}`,
      'persistence true',
      `persistence_location ${folder}/`,
      'autosave_interval 1',
      'max_queued_messages 100000',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ].join('\n'),
  )
  const url = `mqtt://drivesim:server-password@127.0.0.1:${port}`
  let broker: ChildProcess
  async function start() {
    broker = spawn(program, ['-c', config], { stdio: 'ignore' })
    await until('mosquitto answers', async () => {
      const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, connectTimeout: 1000 }, false)
      await client.endAsync()
      return true
    })
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const ended = new Promise(done => broker.once('exit', done))
    broker.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    /** For devices. */
    address: `mqtt://127.0.0.1:${port}`,
    /** It knows after a kill what it knows now. */
    async saved() {
      // By the clock of its files, which ours may be ahead of (scripts/lib/clock.c).
      const mark = join(folder, 'mark')
      writeFileSync(mark, '')
      const now = statSync(mark).mtimeMs
      await until('mosquitto saved', () => statSync(join(folder, 'mosquitto.db')).mtimeMs > now)
    },
    kill: () => end('SIGKILL'),
    startAgain: start,
    async stop() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true })
    },
  }
}
