import { nothingMore, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const week = ({ simulator }: Place) => ({
  simulatorId: simulator,
  beginDate: '2026-10-01',
  endDate: '2026-10-07',
})
const ofDevice = { input: week }
const byDay = { input: (ids: Place) => ({ ...week(ids), valueType: 'day' as const }) }

export const samples = samplesOf('teaching', nothingMore, {
  effectiveRate: ofDevice,
  failureTimeRate: ofDevice,
  usingTime: byDay,
  usingPeople: byDay,
  moduleTimeRate: ofDevice,
  modulePeopleRate: ofDevice,
  moduleTimesRate: ofDevice,
})
