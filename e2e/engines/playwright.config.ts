import { defineConfig } from '@playwright/test'
import type { EngineOptions } from '../support/engines/test.ts'
import { patience } from '../support/pace.ts'

// The runner and its reports are Playwright's; the browsers are Debian's, which Playwright cannot drive.
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  outputDir: '../results/engine-failures',
  globalSetup: '../support/globalSetup.ts',
  // One browser, a page after the other.
  workers: 1,
  timeout: patience(30_000),
  expect: { timeout: patience(8_000) },
  reporter: [['list'], ['json', { outputFile: '../results/engines.json' }]],
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' }, testIgnore: 'firefox.spec.ts' },
  ],
})
