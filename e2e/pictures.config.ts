import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run manual:pictures`: the pictures of the manual, from the demo, as a person at 1366 × 768 sees it by day. */
export default defineConfig({
  ...tests,
  testDir: 'pictures',
  outputDir: 'results/picture-failures',
  reporter: 'list',
  workers: 2,
})
