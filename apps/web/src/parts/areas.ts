import type { DataOf } from '@drivesim/contract/endpoint'
import { areas } from '@drivesim/contract/schools/areas'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'

type Areas = DataOf<typeof areas.all>

const all = { ...query(areas.all), staleTime: Number.POSITIVE_INFINITY }

/** All provinces with their cities; they change with the standard only. */
export function useAreas(): Areas | undefined {
  return useQuery(all).data
}

/** A province's or city's name, its code until that is known; empty without a code. */
export function useAreaName(code: string | undefined): string {
  const known = useQuery({ ...all, enabled: code !== undefined }).data ?? []
  const found = known
    .flatMap(province => [province, ...province.cities])
    .find(({ areaId }) => areaId === code)
  return found?.name ?? code ?? ''
}

/** Provinces and cities in which a school of the scope stands. */
export function useJoinedAreas(): Areas | undefined {
  return useQuery(query(areas.joined)).data
}
