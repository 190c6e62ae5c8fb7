import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@drivesim/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { onePixel } from './app.ts'
import { adminPassword, tokenOf } from './load.ts'
import { exitCodeOf, killAll, launch, makeSite, operate, type Site, untilReady } from './serverProcess.ts'

// As deploy/systemd starts it, as far as that can be had without systemd: no rights of root, and none to be gained.

const server = join(import.meta.dirname, '..')
const nobody = 65_534
const barely = [
  ...['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
]
/** Root alone can become nobody, and nobody must be able to read the program. */
const cannot =
  spawnSync('setpriv', [...barely.slice(1), 'test', '-r', join(server, 'package.json')]).status !== 0

let site: Site
beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => killAll(site))

test.skipIf(cannot)(
  'the server needs no rights of root: it starts, keeps pictures, and ends (needs setpriv)',
  async () => {
    chownSync(site.dataDir, nobody, nobody)
    const run = launch(site, { ADMIN_PASSWORD: adminPassword }, server, barely)
    await untilReady(site, run)
    const status = readFileSync(`/proc/${run.child.pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+65534\s+65534/m)
    expect(status).toMatch(/^CapBnd:\s+0+$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)

    // The pictures' own process, PostgreSQL, and files of the data folder.
    const { upload } = contract.files
    const form = new FormData()
    form.set('file', new Blob([onePixel]), 'picture.png')
    const answer = await fetch(site.url + upload.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(site.url)}` },
      body: form,
    })
    const { url } = z.object({ data: upload.reply }).parse(await answer.json()).data
    expect((await fetch(new URL(url, site.url))).status).toBe(200)
    expect(await operate(site, 'migrate')).toMatchObject({ code: 0 })
    run.child.kill('SIGTERM')
    expect(await exitCodeOf(run), run.said()).toBe(0)
  },
)
