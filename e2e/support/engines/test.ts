import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Api } from '../api.ts'
import { cookiesOf } from '../test.ts'
import { FirefoxSeat, startFirefox } from './firefox.ts'
import type { Engine, Seat } from './seat.ts'
import { startWebKit } from './webkit.ts'

export { expect }

/** What a project of the configuration sets. */
export interface EngineOptions {
  engineName: 'firefox' | 'webkit'
}

interface TestFixtures {
  seat: Seat
  /** The same, for what only Firefox's driver does. */
  firefox: FirefoxSeat
}

interface WorkerFixtures extends EngineOptions {
  engine: Engine
  downloads: string
  /** The system, called as the administrator. */
  api: Api
}

/** The test of the engines: a page of one, signed in as the administrator, that must end without a problem. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  downloads: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'drivesim-downloads-'))
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ engineName, downloads }, use) => {
      const engine = await (engineName === 'webkit' ? startWebKit() : startFirefox(downloads))
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      await use(await Api.signIn('admin'))
    },
    { scope: 'worker' },
  ],
  seat: async ({ engine, api }, use, testInfo) => {
    const seat = await engine.seat(cookiesOf(api))
    await use(seat)
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath('page.png')
      await seat.picture(path)
      testInfo.attachments.push({ name: 'page', path, contentType: 'image/png' })
    }
    const problems = await seat.problems()
    await seat.close()
    expect(problems).toEqual([])
  },
  firefox: async ({ seat }, use) => {
    if (!(seat instanceof FirefoxSeat)) throw new Error('its driver does not do this')
    await use(seat)
  },
})
