import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockInstance } from './instanceLock.ts'
import { processIdentity } from './processIdentity.ts'

const url = 'http://127.0.0.1:8080'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const leave = (holder: object) => writeFileSync(join(dataDir, 'server.lock'), JSON.stringify(holder))

test('a second start says that one is running and where', () => {
  leave({ pid: process.ppid, started: processIdentity(process.ppid)?.started, url })
  expect(() => lockInstance(dataDir, 'http://127.0.0.1:9090')).toThrow(`已有一个服务在运行：${url}`)
})

test.each([
  ['a server that was killed', { pid: 999_999_999, started: '1', url }],
  ['a process number another program got since', { pid: process.ppid, started: 'another time', url }],
  ['a file that is damaged', {}],
])('%s does not block', (_, holder) => {
  leave(holder)
  const lock = lockInstance(dataDir, url)
  expect(JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
    url,
  })
  lock.release()
  lockInstance(dataDir, url).release()
})
