import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@drivesim/contract'
import * as domains from '@drivesim/contract/domains'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { migrationFolder, readMigrations } from '../src/platform/postgres/migrationFiles.ts'
import { openLiveStream } from './liveStream.ts'
import { adminPassword, openLoad, tokenOf } from './load.ts'
import { openProxy, type ServerProxy } from './proxy.ts'
import { exitCodeOf, killAll, launch, makeSite, type Run, type Site, untilReady } from './serverProcess.ts'

// The last release and this state behind one proxy and on one database, exchanged process by process while people and
// devices work: no call fails, nothing is lost.

const root = join(import.meta.dirname, '../../..')
const isLong = process.env.TEST_LONG === '1'
const tag = isLong ? lastTag() : undefined
if (isLong && tag === undefined) console.log('还没有以 v 开头的版本标签，跳过新旧两个版本并行的测试')

function lastTag(): string | undefined {
  const tags = execFileSync('git', ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname'], {
    cwd: root,
  })
  return String(tags).split('\n')[0] || undefined
}

/** Builds a release beside this state, by its own means. @returns its apps/server */
function buildRelease(folder: string, release: string): string {
  const archive = execFileSync('git', ['archive', release], { cwd: root, maxBuffer: 2 ** 30 })
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const work = `import('./scripts/lib/commands.mjs').then(async ({ install, compile, buildWeb }) => {
    await install(); await compile('apps/server')
    const { code, output } = await buildWeb()
    console.error(output); process.exit(code) })`
  // As from a terminal: the runner of the tests has variables of its own, which would be heard.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['-e', work], { cwd: folder, env, stdio: 'pipe' })
  return join(folder, 'apps/server')
}

/** Whether this state takes from a release's database what that does not use, so that the release cannot be started on it. */
function contracts(before: string): boolean {
  const known = new Set(readMigrations(join(before, 'migrations')).map(({ name }) => name))
  return readMigrations(migrationFolder()).some(({ name, kind }) => kind === 'contract' && !known.has(name))
}

/** Calls that only read, and need nothing to be given. */
const reading: Endpoint[] = Object.values(domains)
  .flatMap(calls => Object.values<Endpoint>(calls))
  .filter(({ method, params, input, reply, change }) => {
    const plain =
      method === 'GET' && typeof reply !== 'string' && change === undefined && params === undefined
    return plain && (input === undefined || input.safeParse({}).success)
  })

/** What people read, over and over: all such calls in turn, and one live stream. */
function openReaders({ url }: Pick<ServerProxy, 'url'>) {
  const failures = new Set<string>()
  const versions: string[] = []
  const stopping = new AbortController()
  let calls = 0
  async function read() {
    const authorization = `Bearer ${await tokenOf(url)}`
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      const endpoint = reading[at % reading.length]
      if (endpoint === undefined) throw new Error('no call reads')
      const path = `${endpoint.absolute ? '' : '/dm-api'}${endpoint.path}`
      try {
        const { status } = await fetch(`${url}${path}`, { headers: { authorization } })
        if (status >= 500) failures.add(`${status} ${path}`)
      } catch (error) {
        failures.add(`${path} ${error}`)
      }
      calls += 1
    }
  }
  async function listen() {
    const token = await tokenOf(url)
    while (!stopping.signal.aborted) {
      const stream = await openLiveStream(url, token)
      versions.push((await stream.wait('version')).data.version)
      while (!stream.isEnded() && !stopping.signal.aborted) await wait(20)
      stream.close()
    }
  }
  const work = [read(), read(), listen()]
  // Where the test has failed already nobody asks what became of them.
  for (const one of work) one.catch(() => undefined)
  return {
    failures,
    versions,
    calls: () => calls,
    async stop() {
      stopping.abort()
      await Promise.all(work)
    },
  }
}

test.skipIf(tag === undefined)(`${tag} and this state beside each other`, { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-upgrade-'))
  const before = buildRelease(join(folder, 'release'), tag ?? '')
  const { appUrl, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'database') })
  const one = await makeSite()
  const other = await makeSite(one.dataDir)
  const proxy = await openProxy()
  const begin = async (site: Site, server?: string): Promise<Run> => {
    const urls = {
      DATABASE_URL: appUrl,
      MIGRATE_DATABASE_URL: ownerUrl,
      CALLS_PER_MINUTE: '9999999',
      LISTS_PER_MINUTE: '9999999',
    }
    const run = launch(site, { ...urls, ADMIN_PASSWORD: adminPassword }, server)
    await untilReady(site, run)
    proxy.enter(site)
    return run
  }
  const end = async (site: Site, { child }: Run) => {
    await proxy.leave(site)
    child.kill('SIGTERM')
    expect(await exitCodeOf({ child })).toBe(0)
  }
  try {
    const older = await begin(one, before)
    const second = await begin(other, before)
    const load = await openLoad({ ...one, url: proxy.url, mqttUrl: proxy.mqttUrl }, ownerUrl)
    const readers = openReaders(proxy)
    await load.flows()
    await end(other, second)
    const newer = await begin(other)
    const passes = readers.calls() + 2 * reading.length
    while (readers.calls() < passes) await wait(50)
    await load.flows()
    await end(one, older)
    if (!contracts(before)) {
      // It ended for a reason of its own, and comes back on the newer one's database.
      const again = await begin(one, before)
      await load.flows()
      await end(one, again)
    }
    await begin(one)
    await load.flows()
    await readers.stop()
    await load.stop()
    console.log(
      `${readers.calls()} calls that read, ${load.promised().changes.size} changes, ${load.promised().sessions.size} lessons`,
    )
    expect([...readers.failures]).toEqual([])
    expect([...load.unanswered]).toEqual([])
    expect([...load.refused]).toEqual([])
    expect(new Set(readers.versions).size).toBeGreaterThan(1)
    await load.verify()
    expect(newer.child.exitCode).toBeNull()
  } finally {
    proxy.close()
    await killAll(one)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
