// npm run assets:publish: leaves the built web's files in ASSETS_DIR, for pages and processes of other versions.
import { join, resolve } from 'node:path'
import { buildWeb, compile, fail, install, requireNode, root } from './lib/commands.mjs'
import { publishAssets } from './lib/publishAssets.mjs'

requireNode()
const folder = process.env.ASSETS_DIR
if (folder === undefined || folder === '') fail('请用 ASSETS_DIR 指明各服务器共用的文件夹')
await install()
await compile('apps/server')
const web = await buildWeb()
if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)
const { versionOf } = await import('../apps/server/dist/src/platform/start/version.js')
const site = join(root, 'apps/web/dist/site')
try {
  const { files, added, removed, releases } = publishAssets(site, resolve(folder), versionOf(site))
  console.log(
    `已发布 ${files} 个文件，新增 ${added} 个，删除 ${removed} 个旧文件；保留的版本：${releases.join('、')}`,
  )
} catch (error) {
  fail(`无法写入 ${resolve(folder)}，请检查权限（${error.message}）`)
}
