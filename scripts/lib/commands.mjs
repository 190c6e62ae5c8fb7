// What the commands of the repository share. Plain Node: they run before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressSite } from '../../apps/web/speed/compressSite.mjs'
import { finishFirst, ownsProcesses, runEnds } from './processes.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = join(root, 'node_modules', '.bin')

/** Ends the command with one sentence. */
export function fail(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`需要 Node.js 20.19 或更高的版本，现在是 ${process.versions.node}，请从 https://nodejs.org 安装`)
}

/**
 * Runs a program to its end, tools of node_modules included. Once the run is being ended, nothing is started and nothing
 * answers any more.
 * @param {{ quiet?: boolean, uncut?: boolean, env?: Record<string, string | undefined> }} [options] quiet: output is
 *   returned, not shown; uncut: a signal waits for its end
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, uncut = false, env = {} } = {}) {
  if (runEnds()) return new Promise(() => undefined)
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    detached: ownsProcesses(),
  })
  let output = ''
  child.stdout?.on('data', data => (output += data))
  child.stderr?.on('data', data => (output += data))
  const ended = new Promise(resolve => {
    child.once('error', error => resolve({ code: 127, output: String(error) }))
    child.once('close', code => resolve({ code: code ?? 1, output }))
  })
  if (uncut) finishFirst(ended)
  return ended.then(result => (runEnds() ? new Promise(() => undefined) : result))
}

/** Installs what the lockfile says, where that is not what is there. */
export async function install() {
  if (installed()) return
  console.log('安装依赖…')
  // No dependency needs its install script: not running any is safer, and silent.
  const { code } = await run('npm', [
    'ci',
    '--include=dev',
    '--ignore-scripts',
    // How old a package is was judged when it came into the lockfile (.npmrc).
    '--min-release-age=0',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) fail('依赖没有装好，原因见上；请检查网络和 npm 的设置后再试')
}

/** npm keeps a lockfile of what it installed: every package of ours must be in it, in our version. */
function installed() {
  const here = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(here)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(here, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    if (found[path] === undefined) return entry.optional === true || entry.peer === true
    return found[path].version === entry.version
  })
}

/** Compiles what is stale of the given projects and those they refer to. */
export async function compile(...projects) {
  const { code, output } = await run('tsc', ['-b', ...projects], { quiet: true })
  if (code !== 0) fail(`${output}\n编译没有通过，见上`)
}

const webSources = [
  'package-lock.json',
  'apps/web/browsers.ts',
  'apps/web/index.html',
  'apps/web/label.html',
  'apps/web/package.json',
  'apps/web/pdf.html',
  'apps/web/public',
  'apps/web/speed',
  'apps/web/src',
  'apps/web/vite.config.ts',
  'apps/web/vite.label.config.ts',
  'apps/web/vite.pdf.config.ts',
  'packages/contract/package.json',
  'packages/contract/src',
]

/** Builds the web where its sources are not those of the last build. */
export async function buildWeb() {
  const stamp = join(root, 'apps/web/dist/site.stamp')
  const sources = contentHash(webSources)
  const built = existsSync(join(root, 'apps/web/dist/site/pdf.html')) && existsSync(stamp)
  if (built && readFileSync(stamp, 'utf8') === sources) return { code: 0, output: '' }
  const build = ['build', 'apps/web', '--logLevel', 'warn']
  const forBrowsers = await run('vite', build, { quiet: true })
  if (forBrowsers.code !== 0) return forBrowsers
  for (const page of ['label', 'pdf']) {
    const made = await run('vite', [...build, '--config', `apps/web/vite.${page}.config.ts`], { quiet: true })
    if (made.code !== 0) return made
  }
  const [forServer] = await Promise.all([
    run('vite', [...build, '--ssr', 'src/speed/firstPage.tsx'], { quiet: true }),
    compressSite(join(root, 'apps/web/dist/site')),
  ])
  if (forServer.code === 0) writeFileSync(stamp, sources)
  return forServer
}

function contentHash(paths) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const path of paths) addToHash(hash, path)
  return hash.digest('hex')
}

function addToHash(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(full))
    return
  }
  for (const name of readdirSync(full).sort()) addToHash(hash, `${path}/${name}`)
}
