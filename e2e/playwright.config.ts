import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { patience } from './support/pace.ts'

// The first shows pages and nothing else, at a third less processor time.
const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  name => `/usr/bin/${name}`,
)
const executablePath = process.env.CHROMIUM ?? known.find(existsSync)

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/failures',
  globalSetup: './support/globalSetup.ts',
  fullyParallel: true,
  // A page waits more than it works: three share two cores well.
  workers: 3,
  timeout: patience(45_000),
  expect: { timeout: patience(8_000) },
  reporter: [['list'], ['json', { outputFile: 'results/browser.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What moves is tested by the tests that say so; everywhere else a test would only wait for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: patience(8_000),
    navigationTimeout: patience(15_000),
    screenshot: 'only-on-failure',
    // Of what fails by chance there is only the first failure to learn from: steps, requests and console. Pictures of each step would
    // cost a fifth of the run; the page as it was at the end is kept in any case.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page of a test does not live long enough to win back what compiling its code a second time costs.
        '--js-flags=--no-opt,--no-maglev',
        ...(process.env.CHROMIUM_ARGS?.split(' ') ?? []),
      ],
    },
  },
})
