import type { Tokens } from '@drivesim/contract'
import type { Browser } from '@playwright/test'
import type { Server } from './server.ts'

/** Somebody who is signed in, before a live board. */
export interface Watcher {
  browser: Browser
  server: Server
  tokens: Tokens
  /** The page of it. */
  board: string
}
