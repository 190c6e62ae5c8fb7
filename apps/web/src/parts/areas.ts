import { areas } from '@drivesim/contract/areas'
import type { DataOf } from '@drivesim/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'

type Areas = DataOf<typeof areas.all>

/** All provinces with their cities; they change with the standard only. */
export function useAreas(): Areas | undefined {
  return useQuery({ ...query(areas.all), staleTime: Number.POSITIVE_INFINITY }).data
}

/** Provinces and cities in which a school of the scope stands. */
export function useJoinedAreas(): Areas | undefined {
  return useQuery(query(areas.joined)).data
}
