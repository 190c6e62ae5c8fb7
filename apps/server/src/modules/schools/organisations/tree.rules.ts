import type { Organisation, OrganisationNode } from '@drivesim/contract'

/** Organisations below one another; without their parent among them they stand at the top. Parents come before children. */
export function treeOf(organisations: readonly Organisation[]): OrganisationNode[] {
  const nodes = new Map<number, OrganisationNode>()
  const tops: OrganisationNode[] = []
  for (const organisation of organisations) {
    const node = { ...organisation, children: [] }
    nodes.set(organisation.organizationId, node)
    const parent = organisation.parentId === null ? undefined : nodes.get(organisation.parentId)
    const siblings = parent?.children ?? tops
    siblings.push(node)
  }
  return tops
}
