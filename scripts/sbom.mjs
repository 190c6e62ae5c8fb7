// npm run sbom -- <file>: a list of all packages with their checksums and licences (CycloneDX), from the lockfile.
import { writeFileSync } from 'node:fs'
import { fail, requireNode } from './lib/commands.mjs'
import { makeSbom } from './lib/sbom.mjs'

requireNode()
const [file, ...more] = process.argv.slice(2)
if (file === undefined || more.length > 0) fail('请给出要写的文件：npm run sbom -- drivesim.cdx.json')
const sbom = makeSbom()
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`已写入 ${file}：${sbom.components.length} 个组件`)
