import { id } from '@drivesim/contract/fields'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from './states.tsx'

interface Props {
  /** The key of the address that says which one: `userId`. */
  name: string
  /** What it is: `学员`. */
  what: string
  /** Where they are listed. */
  list: string
  children: (id: number) => ReactNode
}

/** The page of one record; where the address names none, the way to the list. */
export function RecordPage({ name, what, list, children }: Props) {
  const [search] = useSearchParams()
  const given = id.safeParse(search.get(name))
  if (given.success) return children(given.data)
  return (
    <EmptyState
      title={`没有指定${what}`}
      hint={`请在${what}列表中选择后打开`}
      action={<Link to={list}>打开{what}列表</Link>}
    />
  )
}
