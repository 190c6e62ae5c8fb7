import { createContext } from 'react'
import type { useReporting } from '../../../parts/useReporting.tsx'

/** 报修 of a tile's simulator; undefined on a wall, and for who may not report. */
export const Report = createContext<ReturnType<typeof useReporting>['report']>(undefined)
