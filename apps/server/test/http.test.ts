import { once } from 'node:events'
import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from './app.ts'
import { query } from './database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from './factories.ts'

// What bad input gets, whatever the call: a negative code and one clear sentence, nothing of the inside.

let app: TestApp
let person: Client & { token: string }
beforeAll(async () => {
  app = await testApp()
  person = await app.signedIn({ codes: ['device', 'device:simulator', 'device:edit', 'device:running'] })
})
afterAll(() => app.close())

const inject = (url: string, payload: string, type = 'application/json') =>
  app.app.inject({
    method: 'POST',
    url: `/dm-api${url}`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
    payload,
  })
const list = contract.devices.list

describe('the request', () => {
  test('invalid JSON', async () => {
    const response = await inject(list.path, '{"pageNum": ')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ code: errors.badJson.code, msg: errors.badJson.sentence(), data: null })
  })

  test.each(['驾校\\u0000', '\\ud800', '", "\\udfff": "'])('text that no database holds: %s', async text => {
    const response = await inject(list.path, `{"simulatorNum": "${text}"}`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ code: errors.unreadableText.code, data: null })
  })

  test.each(['null', '[]', '"text"', '7'])('a body that is no object: %s', async body => {
    const response = await inject(list.path, body)
    expect(response.statusCode).toBe(200)
    // null is "nothing given"; the rest is refused
    expect(response.json().code).toBe(body === 'null' ? 0 : errors.invalid.code)
  })

  test.each(['0000-01-01', '1899-12-31', '2200-01-01'])('a date that nothing here is of: %s', async date => {
    const using = { simulatorId: 1, beginDate: date, endDate: date }
    const answer = await person.call(contract.devices.usingRecords, using)
    expect(answer).toMatchObject({
      status: 200,
      code: errors.invalid.code,
      msg: '日期应在 1900 年至 2199 年之间',
    })
  })

  test('a path that climbs out of a folder of files is not served', async () => {
    const { port } = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
    for (const path of ['/docs/static/../../package.json', '/docs/static/%2e%2e/%2e%2e/package.json']) {
      // As it is written: a client that is no attacker's would tidy it up.
      const [response] = await once(get({ host: '127.0.0.1', port, path }), 'response')
      response.resume()
      expect(response.statusCode, path).toBe(404)
    }
  })

  test('ten megabytes', async () => {
    const response = await inject(list.path, JSON.stringify({ simulatorNum: 'x'.repeat(10_000_000) }))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: errors.tooLarge.code, data: null })
  })

  test.each([
    ['deep', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['wide', `[${'[],'.repeat(300_000)}[]]`],
  ])('a body with something %s in it, whatever is to be done with it', async (_what, value) => {
    const changing = await app.signedIn({ codes: ['student:edit'] })
    const { path } = contract.students.import
    const response = await app.app.inject({
      method: 'POST',
      url: `/dm-api${path}`,
      headers: {
        authorization: `Bearer ${changing.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'a-key-that-is-hashed',
      },
      payload: `{"schoolId": 1, "dryRun": true, "mode": "all", "students": [[${value}]]}`,
    })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ code: errors.tooNested.code, msg: errors.tooNested.sentence() })
  })

  test('brackets in a text are text', async () => {
    // Too long for a number, not too deep.
    const answer = await person.call(list, { simulatorNum: '["\\'.repeat(40) })
    expect(answer.code).toBe(errors.invalid.code)
  })

  test('a content type that is not taken', async () => {
    const response = await inject(list.path, '<xml/>', 'application/xml')
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ code: errors.unsupportedType.code })
  })

  test('an unknown path, and a known one by another method', async () => {
    for (const [method, url] of [
      ['GET', '/dm-api/no/such/call'],
      ['GET', `/dm-api${list.path}`],
      ['DELETE', `/dm-api${list.path}`],
    ] as const) {
      const response = await app.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({
        code: errors.notServed.code,
        msg: errors.notServed.sentence(),
        data: null,
      })
    }
  })

  test('every answer carries a request id, and none may be cached', async () => {
    const { headers } = await person.call(list, {})
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('what was not expected says nothing of the inside, but its request id', async () => {
    const { ownerUrl } = app.database
    await query(ownerUrl, 'alter table message_count rename to message_count_away')
    const answer = await person.send(contract.messages.count)
    await query(ownerUrl, 'alter table message_count_away rename to message_count')
    expect(answer.status).toBe(500)
    expect(answer.code).toBe(errors.unexpected.code)
    expect(answer.msg).toBe(errors.unexpected.sentence(String(answer.headers['x-request-id'])))
    expect(answer.body).not.toMatch(/message_count_away|relation|select/)
  })

  test('a POST without any body is one without fields', async () => {
    expect((await inject(list.path, '')).json()).toMatchObject({ code: 0 })
  })
})

describe('a long answer', () => {
  const compressed = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const
  const listed = (encodings: string) =>
    app.app.inject({
      method: 'POST',
      url: `/dm-api${list.path}`,
      headers: { authorization: `Bearer ${person.token}`, 'accept-encoding': encodings },
      payload: { pageSize: 100 },
    })
  beforeAll(async () => {
    const { pool } = app.services
    const organ = await makeOrganisation(pool)
    const room = await makeClassroom(pool, organ)
    for (let i = 0; i < 30; i += 1) await makeSimulator(pool, { organ, room })
  })

  test.each(compressed)(
    'is compressed for who takes %s, and the same inside',
    async (accepted, encoding, decompress) => {
      const plain = await listed('identity')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.rawPayload.length).toBeGreaterThan(2048)
      expect(plain.json().data.dataList).toHaveLength(30)
      const { headers, rawPayload } = await listed(accepted)
      expect(headers['content-encoding']).toBe(encoding)
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(JSON.parse(decompress(rawPayload).toString())).toEqual(plain.json())
    },
  )
})

describe('paging', () => {
  test.each([
    [{ pageNum: -1 }, '页码不能小于 0'],
    [{ pageNum: 1.5 }, '页码'],
    [{ pageNum: 'two' }, '页码'],
    [{ pageNum: 1_000_000_001 }, '页码不能大于 1000000000'],
    [{ pageSize: 0 }, '每页条数不能小于 1'],
    [{ pageSize: 101 }, '每页条数不能大于 100'],
  ])('%j is refused: %s', async (input, sentence) => {
    const answer = await person.send(list, input)
    expect(answer).toMatchObject({ status: 200, code: errors.invalid.code })
    expect(answer.msg).toContain(sentence)
  })

  test('page 10⁹ is an empty page', async () => {
    const { code, data } = await person.call(list, { pageNum: 1_000_000_000 })
    expect(code).toBe(0)
    expect(data).toMatchObject({ dataList: [], hasNext: false, hasPrevious: true })
  })
})

describe('filters', () => {
  test.each([{}, { organId: '' }, { organId: null }, { organId: [] }, { stateId: '', simulatorNum: '' }])(
    '%j is no filter',
    async input => {
      expect(await person.send(list, input)).toMatchObject({ code: 0 })
    },
  )

  test('an unknown value names the field and what it may be', async () => {
    const answer = await person.send(list, { stateId: 'broken' })
    expect(answer.code).toBe(errors.invalid.code)
    expect(answer.msg).toMatch(/^状态只能是“空闲”、“训练中”、“故障”、“离线”、“停用”之一$/)
  })
})

describe('ranges of days', () => {
  const { totalInfo } = contract.running
  test.each([
    ['2026-03-02', '2026-03-01', '结束日期不能早于开始日期'],
    ['2016-01-01', '2026-01-01', '日期范围最长 400 天'],
    ['2026-02-30', '2026-03-01', '开始日期'],
    ['01/02/2026', '2026-03-01', '开始日期'],
  ])('%s to %s: %s', async (startDate, endDate, sentence) => {
    const answer = await person.send(totalInfo, { startDate, endDate })
    expect(answer.code).toBe(errors.invalid.code)
    expect(answer.msg).toContain(sentence)
  })
})

describe('the operator', () => {
  test('health, metrics and the documentation of every call', async () => {
    const get = (url: string) => app.app.inject({ method: 'GET', url })
    expect((await get('/health/live')).json()).toMatchObject({ code: 0, data: { status: 'ok' } })
    expect((await get('/health/ready')).json()).toMatchObject({ code: 0, data: { status: 'ok' } })
    expect((await get('/metrics')).body).toContain('http_request_seconds_bucket')
    const document = (await get('/docs/json')).json()
    for (const calls of Object.values(contract)) {
      for (const { path, method } of Object.values(calls)) {
        const known = document.paths[`/dm-api${path}`] ?? document.paths[path]
        expect(known?.[method.toLowerCase()]?.summary, path).toBeTruthy()
      }
    }
  })

  // The rules of `promtool check metrics`, which finds nothing here.
  test('metrics are named as Prometheus wants them', async () => {
    await person.send(list, {})
    const { body } = await app.app.inject('/metrics')
    const types = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }))
    const helped = new Set([...body.matchAll(/^# HELP (\S+) \S/gm)].map(match => match[1]))
    expect(types.length).toBeGreaterThan(20)
    const wrong = types.filter(
      ({ name, type }) =>
        (type === 'counter') !== name.endsWith('_total') ||
        !helped.has(name) ||
        /[A-Z]|(?:^|_)(milliseconds|ms|minutes|kilobytes|percent|bucket|count|sum)(?:_|$)/.test(name),
    )
    expect(wrong).toEqual([])
  })
})
