import { createContext, useContext, useEffect } from 'react'
import { nameRecord } from './tabs.ts'

/** The key of the tab that a page is shown in. */
export const TabKeyContext = createContext<string | null>(null)

/** A page says which one of its kind it shows (a device's plate): its tab and the breadcrumb carry it. */
export function useRecordName(name: string | undefined): void {
  const key = useContext(TabKeyContext)
  useEffect(() => {
    if (key !== null && name !== undefined) nameRecord(key, name)
  }, [key, name])
}
