import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '@drivesim/fleet/random'
import { expect, test } from 'vitest'
import { query } from './database.ts'
import { patience } from './pace.ts'
import { exitCodeOf, pollUntil } from './serverProcess.ts'
import { type Servers, severalServers } from './severalServers.ts'

// Whoever sends reports is killed at random moments while some are due: each receiver gets each of them, and none twice.

/** So often in every run; fifty times with `TEST_LONG=1`. */
const kills = process.env.TEST_LONG === '1' ? 50 : 8
const seed = process.env.TEST_SEED ?? String(Date.now())
/** Become due before each kill. */
const schedules = 4
const receivers = 3

const people = `
  with platform as (select id from organisation where type = 'platform'), made as (
    insert into member (account, name, password_hash, organ_id, must_change_password)
    select 'reader' || n, '接收人' || n, '', id, false from platform, generate_series(1, ${receivers}) n returning id
  )
  insert into member_organisation (member_id, organ_id) select made.id, platform.id from made, platform`

const due = `
  with made as (
    insert into report_schedule (owner_id, name, call, input, every, hour, mails, next_at)
    select (select min(id) from member where account like 'reader%'), '报表', 'apps.export', '{}', 'daily', 8, false,
      date_trunc('minute', now()) - interval '1 minute'
    from generate_series(1, ${schedules}) returning id
  )
  insert into report_receiver (schedule_id, member_id)
  select made.id, m.id from made, member m where m.account like 'reader%'`

type Start = () => Promise<{ child: ChildProcess }>

async function killOften({ ownerUrl, count }: Servers, start: Start): Promise<void> {
  console.log(`seed ${seed}`)
  const random = randomOf('reports', seed)
  const sent = () => count(`select count(*) as n from report_run where state = 'sent'`)
  const begun = () => count('select count(*) as n from report_run')
  /** Kills that left something to be sent. */
  let broken = 0
  for (let n = 0; n < kills; n += 1) {
    const [before, told] = [await begun(), await sent()]
    await query(ownerUrl, due)
    const run = await start()
    // Killed as it begins, or as it sends what is written.
    await pollUntil(async () => (n % 2 === 0 ? (await begun()) > before : (await sent()) > told))
    await wait(random.int(0, 30))
    run.child.kill('SIGKILL')
    await exitCodeOf(run)
    if ((await sent()) < (n + 1) * schedules * receivers) broken += 1
    // Nobody need wait for the lease of who is gone.
    await query(ownerUrl, `update job set lease_until = now() where state = 'running'`)
  }
  const all = kills * schedules * receivers
  await start()
  await pollUntil(async () => (await sent()) === all)
  expect(broken).toBeGreaterThan(0)
  expect(await begun()).toBe(all)
  expect(await count('select count(distinct (schedule_id, receiver_id)) as n from report_run')).toBe(all)
  expect(await count(`select count(*) as n from job where kind = 'export'`)).toBe(all)
  expect(await count(`select count(*) as n from message where event like 'report:%'`)).toBe(all)
  await pollUntil(
    async () => (await count('select count(*) as n from report_schedule where next_at <= now()')) === 0,
  )
}

test(`reports whose sender is killed ${kills} times are each sent once`, {
  timeout: patience(120_000),
}, async () => {
  const servers = await severalServers(1)
  const { ownerUrl, start, stop } = servers
  const senders: ChildProcess[] = []
  try {
    const server = await start(0)
    await query(ownerUrl, people)
    server.child.kill('SIGKILL')
    await exitCodeOf(server)
    const program = join(import.meta.dirname, '../dist/test/reportSender.js')
    const ahead = () => {
      const child = spawn(process.execPath, [program, ownerUrl], { stdio: ['pipe', 'inherit', 'inherit'] })
      senders.push(child)
      return child
    }
    const waiting = [ahead(), ahead()]
    await killOften(servers, async () => {
      const child = waiting.shift() ?? ahead()
      waiting.push(ahead())
      child.stdin?.write('begin')
      return { child }
    })
  } finally {
    for (const child of senders) {
      child.kill('SIGKILL')
      await exitCodeOf({ child })
    }
    await stop()
  }
})

test.runIf(process.env.TEST_LONG === '1')(
  `reports whose server is killed ${kills} times are each sent once`,
  { timeout: 1_200_000 },
  async () => {
    const servers = await severalServers(1)
    try {
      const first = await servers.start(0)
      await query(servers.ownerUrl, people)
      first.child.kill('SIGKILL')
      await exitCodeOf(first)
      await killOften(servers, () => servers.start(0))
    } finally {
      await servers.stop()
    }
  },
)
