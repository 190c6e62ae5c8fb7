import type { SectionProps } from '../../../parts/sections.ts'
import { useCourseOrderActions } from './useCourseOrderActions.tsx'
import { useRechargeActions } from './useRechargeActions.tsx'

/** 充值 or 代下单 of one student, from the form to the order that it makes. Mounted anew for each. */
export default function StudentTill({ act, studentId }: SectionProps['studentTill']) {
  return act === 'course' ? <Course studentId={studentId} /> : <Recharge studentId={studentId} />
}

function Course({ studentId }: { studentId: number }) {
  const { dialogs } = useCourseOrderActions({ add: studentId })
  return dialogs
}

function Recharge({ studentId }: { studentId: number }) {
  const { dialogs } = useRechargeActions({ add: { studentId } })
  return dialogs
}
