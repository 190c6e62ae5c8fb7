// npm run dev: the server, compiled and restarted as its sources change, and Vite with its hot reload in front.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compile, install, requireNode, root } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')

const port = process.env.PORT || '8080'
const env = {
  ...process.env,
  NODE_ENV: 'development',
  PORT: port,
  API_BASE: '/',
  API_SERVER: `http://127.0.0.1:${port}`,
}
const bin = name => join(root, 'node_modules', '.bin', name)
const children = [
  [bin('tsc'), '-b', '--watch', '--preserveWatchOutput', 'apps/server'],
  [process.execPath, '--watch', '--watch-preserve-output', 'apps/server/dist/src/main.js'],
  [bin('vite'), 'apps/web'],
].map(([command, ...args]) =>
  // A group each, as tsc starts a child of its own that would otherwise be left behind.
  spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true }),
)

let ending = false
function end() {
  if (ending) return
  ending = true
  for (const child of children)
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
for (const child of children) child.once('exit', end)
