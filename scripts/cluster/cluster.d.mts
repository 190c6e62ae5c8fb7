import type { Part } from './parts.mjs'

export type { Part }

export interface Cluster {
  readonly url: string
  readonly mqttUrl: string
  readonly databaseUrl: string
  readonly dataKey: string
  readonly parts: readonly Part[]
  readonly network: { pull(n: number): void; plug(n: number): void } | undefined
  nodesThatAre(what: 'primary' | 'sync' | 'replica'): Promise<Part[]>
  stop(): Promise<void>
}

export function startCluster(options: {
  folder: string
  port: number
  broker: string
  demo?: boolean
  machines?: boolean
  env?: Record<string, string>
  say?: (sentence: string) => void
}): Promise<Cluster>
