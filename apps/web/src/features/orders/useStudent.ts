import { students } from '@drivesim/contract/students'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'

/** A student with balance and orders, as the forms of orders need them; missing while that is on its way, or why it did not come. */
export function useStudent(studentId: number | undefined) {
  const info = useQuery({
    ...query(
      students.info,
      { userId: studentId ?? 0, queryTypes: ['base', 'balance', 'orders'] },
      { quiet: true },
    ),
    enabled: studentId !== undefined,
  })
  return { student: studentId === undefined ? undefined : info.data, error: info.error }
}
