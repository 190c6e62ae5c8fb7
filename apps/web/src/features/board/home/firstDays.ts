import type { DataOf } from '@drivesim/contract/endpoint'
import type { guide } from '@drivesim/contract/tools/guide'
import { useQuery } from '@tanstack/react-query'
import { useHeldCodes } from '../../../api/me.ts'
import { guideQuery } from '../../../app/guide/guide.ts'

export type Setup = NonNullable<DataOf<typeof guide.mine>['setup']>

/** What the page says of 开始使用 in two places. */
export const firstDays = {
  id: 'first-days',
  title: '开始使用',
  progress: ({ lines }: Setup) => `${lines.length} 项完成 ${lines.filter(({ done }) => done).length} 项`,
} as const

/**
 * 开始使用 of this installation; null for nearly everybody. Asked for once the page has what it came for, and whenever it is shown again.
 * @param ready the page has it
 */
export function useFirstDays(ready: boolean): Setup | null {
  const heldCodes = useHeldCodes()
  const { data } = useQuery({
    ...guideQuery,
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: ready && heldCodes.has('system'),
  })
  return data?.setup ?? null
}

/** The same as the page has it by now. */
export function useKnownFirstDays(): Setup | null {
  return useQuery({ ...guideQuery, enabled: false }).data?.setup ?? null
}
