import type { MenuNode } from '@drivesim/contract/schools/apps/appShapes'

interface PlacedNode {
  node: MenuNode
  depth: number
}

/** Every entry, parents before what is below them. */
export function flattenMenu(tree: readonly MenuNode[], depth = 0): PlacedNode[] {
  return tree.flatMap(node => [{ node, depth }, ...flattenMenu(node.children, depth + 1)])
}

/** Entries that may stand above one: neither it nor what is below it. */
export function possibleParents(tree: readonly MenuNode[], menuId: number | undefined): PlacedNode[] {
  const place = (nodes: readonly MenuNode[], depth: number): PlacedNode[] =>
    nodes
      .filter(node => node.menuId !== menuId)
      .flatMap(node => [{ node, depth }, ...place(node.children, depth + 1)])
  return place(tree, 0)
}

/** The entries beside one, itself among them, in their order. */
export function siblingsOf(tree: readonly MenuNode[], { fartherMenuId }: MenuNode): readonly MenuNode[] {
  if (fartherMenuId === null) return tree
  return flattenMenu(tree).find(({ node }) => node.menuId === fartherMenuId)?.node.children ?? []
}

/** Where a dragged entry was let go: into another one, or beside it. */
export type Drop = { on: MenuNode; place: 'into' | 'before' | 'after' }

export interface Move {
  /** The parent it now has. */
  parent: number | null
  /** The entries below that parent, in their new order. */
  order: number[]
}

/** What a drop makes of the tree: the entry's new parent, and the new order there. Into: first, as the tree draws it. */
export function moveOf(tree: readonly MenuNode[], dragged: MenuNode, { on, place }: Drop): Move {
  const parent = place === 'into' ? on.menuId : on.fartherMenuId
  const siblings = place === 'into' ? on.children : siblingsOf(tree, on)
  const order = siblings.map(({ menuId }) => menuId).filter(menuId => menuId !== dragged.menuId)
  const at = place === 'into' ? 0 : order.indexOf(on.menuId) + (place === 'after' ? 1 : 0)
  return { parent, order: [...order.slice(0, at), dragged.menuId, ...order.slice(at)] }
}
