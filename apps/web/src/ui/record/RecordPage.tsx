import { id } from '@drivesim/contract/fields'
import type { PinnedKind } from '@drivesim/contract/tools/pins'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { EmptyState, WayToList } from '../states.tsx'
import { type RecordAt, RecordContext, type RecordHome, RecordHomeContext } from './recordAt.ts'
import { takeTrail } from './trail.ts'

interface Props {
  /** The key of the address that says which one: `userId`. */
  name: string
  /** What it is: `学员`. */
  what: string
  /** Where they are listed. */
  list: string
  /** What search calls such records, where they may be pinned. */
  kind?: PinnedKind
  children: (id: number) => ReactNode
}

/** The page of one record; where the address names none, the way to the list. */
export function RecordPage({ name, what, list, kind, children }: Props) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const given = id.safeParse(search.get(name))
  const shown = given.data
  const home = useMemo<RecordHome>(
    () => ({ what, list, ...(kind && shown !== undefined && { pin: [kind, shown] }) }),
    [what, list, kind, shown],
  )
  if (!given.success) {
    return (
      <EmptyState
        title={`没有指定${what}`}
        hint={`请在${what}列表中选择后打开`}
        action={<WayToList what={what} list={list} />}
      />
    )
  }
  return (
    <RecordHomeContext value={home}>
      <Along path={`${pathname}?${name}=${given.data}`}>{children(given.data)}</Along>
    </RecordHomeContext>
  )
}

/** The trail of a page that was opened from a list; also of one that was open already. */
function Along({ path, children }: { path: string; children: ReactNode }) {
  const [taken, setTaken] = useState<Pick<RecordAt, 'trail' | 'pressed'> | null>(null)
  useLayoutEffect(() => {
    const begun = takeTrail(path)
    if (begun !== null) setTaken(begun)
  }, [path])
  const at = useMemo(() => taken && { ...taken, path, onTrail: setTaken }, [taken, path])
  return <RecordContext value={at}>{children}</RecordContext>
}
