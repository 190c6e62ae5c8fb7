import { expect, test } from 'vitest'
import { modules } from '../src/modules.ts'
import type { ScheduledTask } from '../src/platform/scheduledTasks.ts'
import { beforeEachTest, type TestApp } from './app.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const tasks = modules.flatMap(({ tasks = {} }) => Object.values(tasks))

function often(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}

const line = ({ name, everyMs, does, dies, needs }: ScheduledTask) =>
  `| \`${name}\` | ${often(everyMs)}${needs === undefined ? '' : `, \`${needs}\``} | ${does} | ${dies} |`

const page = `# What runs by itself

Made from the code: \`npm test -- scheduledTasks -u\` writes it anew.

Every task runs in every server process, again and again; the time is that from the end of one run to the beginning of the next.
A switch (\`NOTICES=0\` and the like) turns some of them off. /metrics has each by its name: \`scheduled_task_interval_seconds\`,
\`scheduled_task_last_success_seconds\`, \`scheduled_task_failures_total\`, \`scheduled_task_seconds\`. One whose last success is
older than a few of its intervals needs somebody: the log says why. Why there is no queue:
[decision 0008](decisions/0008-background-work.md). Nothing waits for an hour of the day; in the browser, the board on a wall loads itself
anew at 04:00 (\`features/board/dashboard/Tv.tsx\`).

| task | every | what it does | if the process dies, or another does the same |
|---|---|---|---|
${tasks.map(line).join('\n')}
`

test('docs/scheduled-tasks.md has every task that the modules declare', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/scheduled-tasks.md')
})

test('what runs is declared, and told at /metrics by its name', async () => {
  const { values } = await app.services.metrics.taskInterval.get()
  const running = values.map(({ labels }) => String(labels.task))
  expect(running.length).toBeGreaterThan(10)
  expect(tasks.map(({ name }) => name)).toEqual(expect.arrayContaining(running))
  expect(new Set(running).size).toBe(running.length)
  await expect
    .poll(async () =>
      (await app.services.metrics.registry.metrics()).match(
        /scheduled_task_last_success_seconds\{task="telemetry\.sweepOffline"\} \d+/,
      ),
    )
    .not.toBeNull()
})
