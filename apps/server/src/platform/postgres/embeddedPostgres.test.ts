import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query as ask } from '../../../test/database.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-embedded-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('keeps data over a stop, in UTF-8 with Chinese collation, on a socket only', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await ask(
    first.ownerUrl,
    `create table person (name text); insert into person values ('赵'), ('钱'), ('阿')`,
  )
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir })
  expect(await ask(second.ownerUrl, 'select name from person order by name')).toEqual([
    { name: '阿' },
    { name: '钱' },
    { name: '赵' },
  ])
  expect(await ask(second.ownerUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await ask(second.ownerUrl, 'show fsync')).toEqual([{ fsync: 'on' }])
  await second.stop()
})

test('the application role cannot change the schema', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await expect(ask(server.appUrl, 'create table mine (id int)')).rejects.toThrow('permission denied')
  await server.stop()
})

test('a REPORT_PORT that somebody has is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await expect(startEmbeddedPostgres({ dataDir, reportPort: port })).rejects.toThrow(
    `REPORT_PORT ${port} 已被占用，请换一个端口`,
  )
  taken.close()
})

test('what does not fit is not in its log', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await ask(server.ownerUrl, 'create table person (name text not null, phone text)')
  const refused = ask(server.ownerUrl, `insert into person (phone) values ($1)`, ['13612341556'])
  await expect(refused).rejects.toThrow('not-null')
  await server.stop()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('not-null')
  expect(log).not.toContain('1361234')
  expect(log).not.toContain('insert into person')
})

test('a pid file left behind does not block the start, though another process got its number', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const content = readFileSync(pidFile, 'utf8')
  await server.stop()
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['60'], { uid, gid })
  writeFileSync(pidFile, content.replace(/^\d+/, String(stranger.pid)))
  const next = await startEmbeddedPostgres({ dataDir })
  expect(stranger.exitCode).toBeNull()
  stranger.kill()
  await next.stop()
})
