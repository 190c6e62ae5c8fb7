// npm run build: installs and builds what is out of date, as npm start does, and starts nothing: for services and images.
import { buildWeb, compile, fail, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
// In this order: the web's configuration reads the compiled contract.
await compile('apps/server')
const web = await buildWeb()
if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)
