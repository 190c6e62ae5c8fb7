import type { DataOf } from '@drivesim/contract/endpoint'
import { courses } from '@drivesim/contract/schools/courses'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { gearName } from '../../../parts/gearTypes.ts'
import { duration, money } from '../../../ui/format.ts'

/** A course at a school. */
export type Offer = DataOf<typeof courses.ofSchool>[number]

/** What a school sells; none while it is not known. */
export function useOffers(schoolId: number | undefined) {
  const all = useQuery({
    ...query(courses.ofSchool, { schoolId: schoolId ?? 0 }, { quiet: true }),
    enabled: schoolId !== undefined,
  })
  return { offers: (all.data ?? []).filter(({ offered }) => offered), all }
}

/** What the school asks. Fen. */
export const priceOf = ({ price, coursePrice }: Offer) => price ?? coursePrice

/** The platform lets nobody sell below its floor. */
export const isBelowFloor = (offer: Offer) => priceOf(offer) < offer.floorPrice

/** Those for the student's licence first. */
export function fitting(offers: readonly Offer[], gearType: string | undefined): Offer[] {
  return [...offers].sort((a, b) => Number(b.gearType === gearType) - Number(a.gearType === gearType))
}

export function offerOption(offer: Offer) {
  const { courseId, courseName, gearType, minutes } = offer
  const words = `${courseName} · ${gearName(gearType)} · ${duration(minutes * 60)} · ${money(priceOf(offer))}`
  const below = isBelowFloor(offer)
  return { value: courseId, disabled: below, label: below ? `${words}（低于平台底价）` : words }
}
