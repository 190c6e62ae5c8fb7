// npm start: on a fresh clone, alone: installs, builds what is stale, and runs the server in this very process.
import { buildWeb, compile, fail, install, requireNode } from './lib/commands.mjs'

requireNode()
process.env.NODE_ENV = 'production'
await install()
// In this order: the web's configuration reads the compiled contract.
await compile('apps/server')
const web = await buildWeb()
if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)
await import('../apps/server/dist/src/main.js')
