import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { benchList } from './list.ts'
import { benchScreen } from './screen.ts'
import { root, startServer } from './server.ts'
import { benchStart } from './start.ts'
import { benchStudents } from './students.ts'
import { type Figure, table } from './table.ts'
import { benchBlocking, benchSizes } from './web.ts'

const figures: Figure[] = []

async function measure(name: string, work: () => Promise<Figure[]>): Promise<void> {
  console.log(`${name}…`)
  const measured = await work()
  figures.push(...measured)
  console.log(table(measured))
}

const demo = mkdtempSync(join(tmpdir(), 'drivesim-bench-demo-'))
try {
  await measure('the device list', benchList)
  await measure('students', benchStudents)
  const server = await startServer(demo)
  figures.push({
    what: 'npm start on an empty folder, demo business made: until ready',
    value: `${server.secondsToReady.toFixed(1)} s`,
    bound: '< 20 s',
    passed: server.secondsToReady < 20,
  })
  try {
    await measure('from publish to screen', () => benchScreen(server))
    await measure('blocking', () => benchBlocking(server))
  } finally {
    await server.stop()
  }
  await measure('starting', () => benchStart(demo))
  await measure('sizes', benchSizes)
} finally {
  rmSync(demo, { recursive: true, force: true })
}

const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`
const report = table(figures)
writeFileSync(
  join(root, 'docs/benchmarks.md'),
  `# Benchmarks

Written by \`npm run bench\`; run it again after a change that may matter.

${report}

- Machine: ${machine}; load generator, browser, server and database share it.
- Date: ${new Date().toISOString().slice(0, 10)}
- The list: 20,000 devices in 100 schools; the server as \`npm start\` runs it, and beside it a process of
  \`node:http\` and \`pg\` alone that does the very statements the server was overheard to send for the same ten
  questions (first pages, filters by organisation, classroom and state, a page far behind). 20 connections,
  alternating rounds of 5 s after warming up, medians.
- Students: 50,000 sent in parts of 2,500 as the browser sends a file, every part checked before the first is taken;
  then 1,000,000 more beside them, looked for by whole names, parts of names, initials, and whole and begun phones,
  one call after the other; memory is what the server's own /metrics says while the file is read.
- Publish to screen: a simulator publishes over MQTT; the clock stops in the frame after a headless Chromium's DOM
  on the live board has changed. Server, browser and the demo's 300 simulators on the same machine and clock.
- Blocking: what long tasks take beyond 50 ms each while the page loads, with Chromium's processor slowed down.
`,
)
console.log(`\n${report}\n\n${machine}\n`)
process.exitCode = figures.some(({ passed }) => passed === false) ? 1 : 0
