// npm run bench: the benchmarks, as ratios in one run, on what production runs: the built server and web.
import { buildWeb, compile, fail, install, requireNode } from './lib/commands.mjs'
import { installSystemPackages } from './lib/systemPackages.mjs'

requireNode()
process.env.NODE_ENV = 'production'
await install()
await installSystemPackages({ api: false, browser: true })
await compile('bench')
const web = await buildWeb()
if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)
await import('../bench/dist/main.js')
