import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** What is made and looked up for the manual from the demo, as a person at 1366 × 768 sees it by day: scripts/manual.mjs. */
export default defineConfig({
  ...tests,
  testDir: 'manual',
  outputDir: 'results/manual-failures',
  reporter: 'list',
  workers: 2,
})
