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

const line = ({ name, everyMs, runsIn, does, dies, needs }: ScheduledTask) =>
  `| \`${name}\` | ${often(everyMs)}${needs === undefined ? '' : `, \`${needs}\``} | ${runsIn === 'oneProcess' ? 'one' : 'each'} | ${does} | ${dies} |`

const page = `# What runs by itself

Made from the code: \`npm test -- scheduledTasks -u\` writes it anew.

Tasks run again and again; “every” is the pause between two runs. “One” runs in one server process of the installation, which has
its turn until it ends; another has it within 2 s then, and within 22 s where the process hangs or its machine is gone
([decision 0087](decisions/0087-work-that-grows-with-processes.md)). “Each” runs in every process. A module's tasks are declared and
started in its \`tasks.ts\` (\`orders.closeUnpaid\` in \`modules/money/orders/tasks.ts\`).
A switch (\`NOTICES=0\` and the like) turns some of them off. /metrics has each by its name: \`scheduled_task_interval_seconds\`,
\`scheduled_task_last_success_seconds\`, \`scheduled_task_failures_total\`, \`scheduled_task_seconds\`. One needs somebody when its
last success is older than a few of its intervals, or when it has an interval and no last success; of “one” the latest success in any
process counts (\`max by (task)\`). If it failed, the log says why; a run that hangs says nothing. \`exports.write\` and \`jobs.serve\` may
take minutes. \`bills.close\`, \`outbox.*\` and \`channels.ask\` succeed although single schools, mails or requests failed: of these the log
tells alone. Why there is no queue: [decision 0008](decisions/0008-background-work.md).

No task has an hour of the day. In browsers one thing has: the wall of 数据看板 (\`?tv=1\`) reloads at 04:00 China time, or as soon
after as the server answers (\`apps/web/src/features/board/dashboard/useNightlyReload.ts\`); nothing reports it if it does not. The wall
of 运行状态 does not reload.

| task | every | in | what it does | if the process dies, or another does the same |
|---|---|---|---|---|
${tasks.map(line).join('\n')}
`

test('docs/scheduled-tasks.md has every task that the modules declare', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/scheduled-tasks.md')
})

test('what runs is declared, and told at /metrics by its name', async () => {
  const { values } = await app.services.metrics.taskInterval.get()
  const running = values.map(({ labels }) => String(labels.task))
  // The switches of the others are off in tests.
  const expected = tasks.filter(({ needs }) => needs === undefined).map(({ name }) => name)
  expect(running.sort()).toEqual(expected.sort())
  await expect
    .poll(async () =>
      (await app.services.metrics.registry.metrics()).match(
        /scheduled_task_last_success_seconds\{task="telemetry\.sweepOffline"\} \d+/,
      ),
    )
    .not.toBeNull()
})
