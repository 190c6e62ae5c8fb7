import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { inTreeOrder } from './organisationTree.ts'

/** Organisations in the person's scope as options, those below another one indented under it. */
export function useOrganisationOptions({ disabledToo }: { disabledToo: boolean }) {
  const list = useQuery(query(organisations.list, {}))
  const options = inTreeOrder(list.data ?? []).map(({ organisation, depth }) => ({
    value: organisation.organizationId,
    name: organisation.name,
    label: `${'　'.repeat(depth)}${organisation.name}`,
    disabled: organisation.state === 'disabled' && !disabledToo,
  }))
  return { options, loading: list.isPending }
}
