import { useContext, useEffect } from 'react'
import { TabKeyContext } from './beforeClose.ts'
import { nameRecord } from './tabs.ts'

/** A page says which one of its kind it shows (a device's name): its tab and the breadcrumb carry it. */
export function useRecordName(name: string | undefined): void {
  const key = useContext(TabKeyContext)
  useEffect(() => {
    if (key !== null && name !== undefined) nameRecord(key, name)
  }, [key, name])
}
