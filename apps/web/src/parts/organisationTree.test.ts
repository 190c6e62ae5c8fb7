import type { Organisation } from '@drivesim/contract/schools/organisations/organisationShapes'
import { expect, it } from 'vitest'
import { inTreeOrder } from './organisationTree.ts'

const organisation = (organizationId: number, parentId: number | null): Organisation => ({
  organizationId,
  name: String(organizationId),
  type: 'school',
  parentId,
  state: 'enabled',
})
const order = (list: Organisation[]) =>
  inTreeOrder(list).map(({ organisation: { name }, depth }) => `${depth}:${name}`)

it('places children below their parents', () => {
  expect(order([organisation(3, 2), organisation(1, null), organisation(2, 1), organisation(4, 1)])).toEqual([
    '0:1',
    '1:2',
    '2:3',
    '1:4',
  ])
})

it('shows an organisation without its parent in scope as a root', () => {
  expect(order([organisation(3, 2), organisation(5, 99)])).toEqual(['0:3', '0:5'])
})
