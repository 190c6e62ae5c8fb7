import { loads } from 'virtual:manual'
import { queryOptions } from '@tanstack/react-query'

/** An article as it is shown; it is the same for as long as the page stands. */
export const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: ['manual', slug],
    queryFn: async () => (await loads[slug]?.()) ?? { tree: [], pictures: {} },
    staleTime: Number.POSITIVE_INFINITY,
  })
