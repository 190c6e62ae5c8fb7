// Versions of Node.js beside the one that runs this, as plain files from npm.
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, root, run } from './commands.mjs'

/** npm has packages of the programs alone for these; nothing of them runs at the installation. */
const platforms = ['linux-x64', 'linux-arm64']
const platform = `${process.platform}-${process.arch}`

/**
 * The newest version of a line, in a folder that git ignores.
 * @param {number} major
 * @returns {Promise<{ version: string, env: { PATH: string } } | undefined>} undefined where there is none, which is said
 */
export async function otherNode(major) {
  if (!platforms.includes(platform)) {
    console.log(`npm 没有 ${platform} 上的 Node.js ${major}，没有在这个版本上测试`)
    return
  }
  const folder = join(root, '.cache/node', String(major))
  mkdirSync(folder, { recursive: true })
  const quiet = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const spec = `node-${platform}@${major}`
  const { code, output } = await run('npm', ['install', '--prefix', folder, ...quiet, spec], { quiet: true })
  if (code !== 0) fail(`${output}\nNode.js ${major} 没有装好，原因见上；请检查网络和 npm 的设置后再试`)
  const bin = join(folder, `node_modules/node-${platform}/bin`)
  // First in the PATH: tools of node_modules, and what they start as `node`, run on it too.
  const env = { PATH: [bin, join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  const { output: version } = await run('node', ['-p', 'process.versions.node'], { quiet: true, env })
  return { version: version.trim(), env }
}
