import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'

/** A student with balance and orders, for the forms of orders: missing while it loads; if that failed, the error. */
export function useStudent(studentId: number | undefined) {
  const info = useQuery({
    ...query(
      students.info,
      { userId: studentId ?? 0, queryTypes: ['base', 'balance', 'orders'] },
      { quiet: true },
    ),
    enabled: studentId !== undefined,
  })
  return {
    student: studentId === undefined ? undefined : info.data,
    error: info.error,
    readAgain: () => void info.refetch(),
  }
}
