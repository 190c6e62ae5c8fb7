import { contract, type OrganisationNode } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

let app: TestApp
let school: number
let point: number
beforeAll(async () => {
  app = await testApp()
  const { pool } = app.services
  await makeOrganisation(pool, { type: 'platform', name: '平台' })
  school = await makeOrganisation(pool, { name: '甲驾校' })
  point = await makeOrganisation(pool, { name: '甲服务点', type: 'servicePoint', parent: school })
  await makeOrganisation(pool, { name: '乙驾校' })
})
afterAll(() => app.close())

const outline = (nodes: readonly OrganisationNode[]): unknown[] =>
  nodes.map(node => (node.children.length === 0 ? node.name : [node.name, outline(node.children)]))
const treeFor = async (organs?: number[]) => {
  const person = await app.signedIn(organs === undefined ? {} : { organs })
  return outline((await person.call(contract.organisations.tree)).data)
}

test('the platform sees all of it', async () => {
  expect(await treeFor()).toEqual([['平台', [['甲驾校', ['甲服务点']], '乙驾校']]])
})

test('others see what they manage and what lies below, beginning there', async () => {
  expect(await treeFor([school])).toEqual([['甲驾校', ['甲服务点']]])
  expect(await treeFor([point])).toEqual(['甲服务点'])
})

test('whoever manages nothing sees nothing', async () => {
  expect(await treeFor([])).toEqual([])
})
