import type { Endpoint } from '@drivesim/contract/endpoint'
import { create } from 'zustand'

/** A file as somebody is about to have it sent by the clock: what its page would ask for. */
export interface FileToSchedule {
  readonly endpoint: Endpoint
  readonly input: Readonly<Record<string, unknown>>
  /** What it is of: `账单`. */
  readonly title: string
}

/** What the form 定时发送 is about, wherever it was asked for; null: it is closed. */
export const useScheduling = create<{ readonly file: FileToSchedule | null }>(() => ({ file: null }))

export const scheduleFile = (file: FileToSchedule): void => useScheduling.setState({ file })
export const endScheduling = (): void => useScheduling.setState({ file: null })
