import type { MenuNode } from '@drivesim/contract/schools/apps/appShapes'
import { expect, it } from 'vitest'
import { flattenMenu, moveOf, possibleParents, siblingsOf } from './menuTree.ts'

function entry(menuId: number, fartherMenuId: number | null, children: MenuNode[] = []): MenuNode {
  const rest = {
    menuBelongSchool: null,
    allSchoolFlag: true,
    ifSmall: false,
    icon: null,
    sort: 0,
    version: 1,
  }
  return { menuId, menuName: `菜单 ${menuId}`, fartherMenuId, ...rest, children }
}

const [a, b, c] = [entry(11, 1), entry(12, 1), entry(13, 1)]
const first = entry(1, null, [a, b, c])
const second = entry(2, null)
const tree = [first, second]
const idsOf = (nodes: readonly MenuNode[]) => nodes.map(({ menuId }) => menuId)

it('entries come before what is below them', () => {
  expect(flattenMenu(tree).map(({ node, depth }) => [node.menuId, depth])).toEqual([
    [1, 0],
    [11, 1],
    [12, 1],
    [13, 1],
    [2, 0],
  ])
})

it('siblings are those below the same parent', () => {
  expect(idsOf(siblingsOf(tree, b))).toEqual([11, 12, 13])
  expect(idsOf(siblingsOf(tree, first))).toEqual([1, 2])
})

it('an entry stands neither under itself nor under what is below it', () => {
  expect(idsOf(possibleParents(tree, 1).map(({ node }) => node))).toEqual([2])
  expect(idsOf(possibleParents(tree, undefined).map(({ node }) => node))).toEqual([1, 11, 12, 13, 2])
})

it.each([
  ['before its elder', c, { on: a, place: 'before' }, { parent: 1, order: [13, 11, 12] }],
  ['after its younger', a, { on: b, place: 'after' }, { parent: 1, order: [12, 11, 13] }],
  ['beside another branch', a, { on: second, place: 'after' }, { parent: null, order: [1, 2, 11] }],
  [
    'into another branch, as the first',
    second,
    { on: first, place: 'into' },
    { parent: 1, order: [2, 11, 12, 13] },
  ],
  ['into its own parent, as the first', c, { on: first, place: 'into' }, { parent: 1, order: [13, 11, 12] }],
] as const)('dropped %s', (_, dragged, drop, move) => {
  expect(moveOf(tree, dragged, drop)).toEqual(move)
})
