// The process of the devices: started and watched by main.ts where there are processors for it. Says when it serves, or why
// it cannot, and what it counts; ends with whoever started it.
import { setTimeout as wait } from 'node:timers/promises'
import { type BuiltServer, build } from './app.ts'
import { readConfig } from './platform/start/config.ts'
import type { FromIntake } from './platform/start/intakeProcess.ts'
import { catchTheRest } from './platform/start/lastResort.ts'
import { StartError } from './platform/start/startError.ts'

const closeMs = 2_000

let server: BuiltServer | null = null
let isEnding = false

async function end(code = 0): Promise<void> {
  if (isEnding) return
  isEnding = true
  await Promise.race([server?.close(), wait(closeMs)]).catch(console.error)
  process.exit(code)
}

function say(word: FromIntake): void {
  process.send?.(word)
}

process.on('SIGTERM', () => void end())
// Ctrl-C reaches every process of the terminal; who started this one says when.
process.on('SIGINT', () => undefined)
// Killed, it cannot say anything: what is not acknowledged comes again, and its successor needs the port.
process.on('disconnect', () => process.exit(1))
process.on('message', async () => {
  if (server === null) return
  const metrics = await server.services.metrics.registry.getMetricsAsJSON()
  say({ metrics: metrics.map(metric => ({ ...metric })) })
})

try {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined) throw new Error('no database')
  server = await build({ config, databaseUrl: config.databaseUrl })
  catchTheRest(process, server.services.log, () => void end(1))
  await server.app.ready()
  say({ ready: true })
} catch (error) {
  if (!(error instanceof StartError)) console.error(error)
  say({ refused: error instanceof StartError ? error.message : `接收设备消息的进程没有启动成功（${error}）` })
  process.exitCode = 1
  process.disconnect()
}
