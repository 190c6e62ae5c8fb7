import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../api/me.ts'
import { useCan } from '../ui/Can.tsx'

/** What the signed-in person may do in operations; the server looks again. */
export interface OpsRights {
  /** Reports faults, and accepts or sends back what was repaired. */
  reports: boolean
  /** Sends people out. */
  dispatches: boolean
  /** Repairs. */
  handles: boolean
  userId: number | undefined
}

export function useOpsRights(): OpsRights {
  const reports = useCan('ops:report', 'ops:dispatch')
  const dispatches = useCan('ops:dispatch')
  const handles = useCan('ops:handle')
  const userId = useQuery(meQuery).data?.userId
  return { reports, dispatches, handles, userId }
}
