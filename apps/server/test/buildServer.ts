import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Compiles what is stale, once for all files that start the server as it is started. */
export default function setup(): void {
  const server = join(import.meta.dirname, '..')
  const { status, stdout } = spawnSync(join(server, '../../node_modules/.bin/tsc'), ['-b', server])
  if (status !== 0) throw new Error(`the server does not compile: ${stdout}`)
}
