import type { Organisation } from '@drivesim/contract/schools/organisations/organisationShapes'

interface Placed {
  organisation: Organisation
  depth: number
}

/** Parents before their children. An organisation without its parent in scope counts as a root. */
export function inTreeOrder(list: readonly Organisation[]): Placed[] {
  const known = new Set(list.map(organisation => organisation.organizationId))
  const parentOf = ({ parentId }: Organisation) =>
    parentId !== null && known.has(parentId) ? parentId : null
  const place = (parent: number | null, depth: number): Placed[] =>
    list
      .filter(organisation => parentOf(organisation) === parent)
      .flatMap(organisation => [{ organisation, depth }, ...place(organisation.organizationId, depth + 1)])
  return place(null, 0)
}
