import { defineConfig } from '@playwright/test'
import { patience } from '../support/pace.ts'

// The runner and its reports are Playwright's; the browser is Debian's Firefox, which Playwright cannot drive.
export default defineConfig({
  testDir: '.',
  outputDir: '../results/firefox-failures',
  globalSetup: '../support/globalSetup.ts',
  // One browser, a page after the other.
  workers: 1,
  timeout: patience(30_000),
  expect: { timeout: patience(8_000) },
  reporter: [['list'], ['json', { outputFile: '../results/firefox.json' }]],
})
