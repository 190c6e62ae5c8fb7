// npm run release: notes what the calls of this version promise to programs of the next (packages/contract/released.json).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, install, requireNode, root } from './lib/commands.mjs'

requireNode()
await install()
await compile('packages/contract')
const [domains, { shapesOf }] = await Promise.all([
  import('../packages/contract/dist/domains.js'),
  import('../packages/contract/dist/shapes.js'),
])
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const calls = shapesOf(domains)
writeFileSync(
  join(root, 'packages/contract/released.json'),
  `${JSON.stringify({ release: version, calls }, null, 2)}\n`,
)
console.log(`已记录版本 ${version} 的 ${Object.keys(calls).length} 个接口，请与版本号一起提交`)
