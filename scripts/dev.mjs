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
].map(([command, ...args]) => spawn(command, args, { cwd: root, env, stdio: 'inherit' }))

// Ctrl-C reaches all of them by the terminal; a signal to this process alone is passed on.
const end = () => children.forEach(child => void child.kill('SIGTERM'))
process.on('SIGINT', end)
process.on('SIGTERM', end)
for (const child of children) child.once('exit', end)
