import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { manual } from './apps/web/manual/plugin.ts'

/** Workspace packages are read as sources, so that no test sees yesterday's build. */
const conditions = ['source', 'node']
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } }

/** Limits are made for an idle machine; npm test says how many times slower this one is (scripts/lib/pace.mjs). */
const pace = Number(process.env.TEST_PACE ?? 1)

/** What takes long must not come last, when nothing is left to run beside it. */
const longest =
  /(strangers|notices\/(engine|jobs)|telemetry\/(sessions|restart|mosquitto|rabbitmq)|matrix(Proof)?)\.test\.ts$/
const order = ['start', 'server', 'packages']

/** Tests of the server as a process of its own. */
const startsServers =
  'test/{start,npmStart,twoServers,faults,closing,intakeKills,jobKills,importKills,reportKills,rabbitmqKills,clusterKills,backup,sealedBackup,unprivileged,rotateKeys,upgrade,frontDoor}.test.ts'

/** One project after the other, since a worker keeps what it has loaded for the next file of the same project only. */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * order.indexOf(project.name) + (longest.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // Two cores: a worker waits about as often as it works, for PostgreSQL and for time to pass.
    maxWorkers: 4,
    sequence: process.env.TEST_SHUFFLE === undefined ? { sequencer: InTurns } : { shuffle: true },
    projects: [
      {
        ...sources,
        root: 'apps/server',
        test: {
          name: 'server',
          include: ['{src,test}/**/*.test.ts'],
          exclude: [startsServers],
          globalSetup: fileURLToPath(new URL('apps/server/test/globalSetup.ts', import.meta.url)),
          setupFiles: fileURLToPath(new URL('apps/server/test/setUp.ts', import.meta.url)),
          // Each worker loads the server once, not once a file: a test's state is in its app and its database.
          isolate: false,
          testTimeout: 30_000 * pace,
          hookTimeout: 60_000 * pace,
          expect: { poll: { timeout: 1000 * pace } },
        },
      },
      {
        ...sources,
        root: 'apps/server',
        test: {
          name: 'start',
          include: [startsServers],
          globalSetup: fileURLToPath(new URL('apps/server/test/buildServer.ts', import.meta.url)),
          testTimeout: 60_000 * pace,
          hookTimeout: 60_000 * pace,
          expect: { poll: { timeout: 1000 * pace } },
        },
      },
      {
        ...sources,
        plugins: [manual],
        test: {
          name: 'packages',
          include: [
            '{packages/contract,apps/fleet,apps/deviceKit,apps/web}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
          ],
          isolate: false,
          testTimeout: 30_000 * pace,
        },
      },
    ],
  },
})
