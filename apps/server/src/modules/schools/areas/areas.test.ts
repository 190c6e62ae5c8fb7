import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// Provinces and cities of GB/T 2260, and where schools stand.

const { areas } = contract
let app: TestApp
let person: Client
let school: number

beforeAll(async () => {
  app = await testApp()
  const { pool } = app.services
  const place = (id: number, province: string, city: string | null) =>
    pool.query('update organisation set province_code = $2, city_code = $3 where id = $1', [
      id,
      province,
      city,
    ])
  school = await makeOrganisation(pool, { name: '广州云珠驾校' })
  await place(school, '440000', '440100')
  await place(await makeOrganisation(pool, { name: '深圳鹏程驾校' }), '440000', '440300')
  await place(await makeOrganisation(pool, { name: '广州第二驾校' }), '440000', '440100')
  await place(await makeOrganisation(pool, { name: '香港驾校' }), '810000', null)
  const point = await makeOrganisation(pool, { type: 'servicePoint', parent: school, name: '佛山服务点' })
  await place(point, '440000', '440600')
  person = await app.signedIn({ organs: [school] })
})
afterAll(() => app.close())

test('all 34 provinces', async () => {
  const { data } = await person.call(areas.provinces)
  expect(data).toHaveLength(34)
  expect(data[0]).toEqual({ areaId: '110000', name: '北京市' })
  expect(data.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['广东省', '台湾省', '香港特别行政区', '澳门特别行政区']),
  )
})

test('the cities of a province, or all', async () => {
  const { data } = await person.call(areas.cities, { provinceId: '440000' })
  expect(data).toHaveLength(21)
  expect(data.slice(0, 3)).toEqual([
    { areaId: '440100', name: '广州市' },
    { areaId: '440200', name: '韶关市' },
    { areaId: '440300', name: '深圳市' },
  ])
  expect((await person.call(areas.cities, { provinceId: '' })).data.length).toBeGreaterThan(330)
  expect((await person.call(areas.cities, { provinceId: '990000' })).data).toEqual([])
})

test('a municipality is its own city, not 市辖区', async () => {
  expect((await person.call(areas.cities, { provinceId: '110000' })).data).toEqual([
    { areaId: '110100', name: '北京市' },
  ])
})

test('provinces with their cities, under both paths', async () => {
  const [all, old] = await Promise.all([person.call(areas.all), person.call(areas.allOfOrganisations)])
  expect(old.data).toEqual(all.data)
  expect(all.data.find(({ areaId }) => areaId === '330000')?.cities[0]).toEqual({
    areaId: '330100',
    name: '杭州市',
  })
  expect(all.data.find(({ areaId }) => areaId === '710000')?.cities).toEqual([])
})

test('where schools of the scope stand, and nowhere else', async () => {
  expect((await person.call(areas.joined)).data).toEqual([
    { areaId: '440000', name: '广东省', cities: [{ areaId: '440100', name: '广州市' }] },
  ])
  const admin = await app.signedIn()
  expect((await admin.call(areas.joined)).data).toEqual([
    {
      areaId: '440000',
      name: '广东省',
      cities: [
        { areaId: '440100', name: '广州市' },
        { areaId: '440300', name: '深圳市' },
      ],
    },
    { areaId: '810000', name: '香港特别行政区', cities: [] },
  ])
})

test('a code that is none is refused, and nobody sees them unsigned', async () => {
  expect(await person.send(areas.cities, { provinceId: '44' })).toMatchObject({
    code: errors.invalid.code,
    msg: '地区代码应为六位数字',
  })
  for (const endpoint of Object.values(areas)) {
    expect(await app.send(endpoint)).toMatchObject({ code: errors.badToken.code })
  }
})
