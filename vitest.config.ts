import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Workspace packages are read as sources, so that no test sees yesterday's build. */
const conditions = ['source', 'node']
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    // Two cores: a worker waits about as often as it works, for PostgreSQL and for time to pass.
    maxWorkers: 3,
    projects: [
      {
        ...sources,
        root: 'apps/server',
        test: {
          name: 'server',
          include: ['{src,test}/**/*.test.ts'],
          exclude: ['test/{start,faults,backup}.test.ts'],
          globalSetup: fileURLToPath(new URL('apps/server/test/globalSetup.ts', import.meta.url)),
          // Each worker loads the server once, not once a file: a test's state is in its app and its database.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...sources,
        root: 'apps/server',
        test: {
          name: 'start',
          include: ['test/{start,faults,backup}.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...sources,
        test: { name: 'packages', include: ['{packages/contract,apps/fleet,apps/web}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
