import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOffers } from '../offers.ts'
import { useOrderRights } from '../useOrderRights.ts'
import { useStudent } from '../useStudent.ts'
import { doneToday, nextPart, type PartName } from './today.ts'
import { useLikelyCourse } from './useLikelyCourse.ts'

export type Counter = ReturnType<typeof useCounterState>

/** Who is served, which part is open, and what comes next. */
export function useCounterState(begunWith: number | undefined) {
  const { sells } = useOrderRights()
  const [studentId, setStudentId] = useState(begunWith)
  /** Null: what comes next for this student. */
  const [chosen, go] = useState<PartName | null>(begunWith === undefined ? 'enrol' : null)
  const [courseId, choose] = useState<number | undefined>()
  const [otherwise, setOtherwise] = useState<number | undefined>()
  const [printed, setPrinted] = useState(false)
  const { student: served, error, readAgain } = useStudent(studentId)
  const base = served?.base
  const { offers, all } = useOffers(base?.schoolId)
  const lately = useLikelyCourse(offers, sells ? base : undefined)
  const likely = offers.find(offer => offer.courseId === courseId) ?? lately.likely
  const byCode = served && doneToday(served).byCode
  const next = served === undefined ? 'enrol' : sells ? nextPart(served) : 'enrol'
  // It stands where it was opened, whatever changes meanwhile.
  const stays = useEffectEvent(() => chosen === null && served !== undefined && go(next))
  const loaded = served !== undefined && !(sells && (all.isPending || lately.isPending))
  useEffect(() => {
    if (loaded) stays()
  }, [loaded])
  useGoesOn(byCode?.orderId, served === undefined ? [] : doneToday(served).paid, () => go('course'))
  const serve = (id: number | undefined) => {
    setStudentId(id)
    go(id === undefined ? 'enrol' : null)
    choose(undefined)
    setOtherwise(undefined)
    setPrinted(false)
  }
  return {
    studentId,
    served,
    error,
    readAgain,
    pending: studentId !== undefined && !loaded,
    part: chosen ?? next,
    go,
    offers,
    likely,
    choose,
    serve,
    next: () => serve(undefined),
    /** The code of a waiting order is shown. */
    byCode: byCode !== undefined && byCode.orderId !== otherwise,
    payOtherwise: () => setOtherwise(byCode?.orderId),
    printed,
    onPrinted: () => setPrinted(true),
  }
}

/** Once the student has paid the code that was shown, the next part opens. */
function useGoesOn(
  shown: number | undefined,
  paid: readonly { orderId: number }[],
  onPaid: () => void,
): void {
  const waited = useRef<number | undefined>(undefined)
  const cameIn = paid.some(({ orderId }) => orderId === waited.current)
  const goOn = useEffectEvent(onPaid)
  useEffect(() => {
    if (shown !== undefined) waited.current = shown
  }, [shown])
  useEffect(() => {
    if (!cameIn) return
    waited.current = undefined
    goOn()
  }, [cameIn])
}
