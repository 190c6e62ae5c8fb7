/** What a whole fleet counts together. */
export interface Statistics {
  /** Simulators connected now. */
  connected: number
  /** Messages given to the broker, and those it has acknowledged. */
  sent: number
  acked: number
  /** Sessions and faults kept back by a network cut, to be sent late. */
  waiting: number
  /** Connections the broker turned down, and its last reason. */
  refused: number
  refusal: string | null
  /** Sessions begun and ended. */
  started: number
  ended: number
  /** Milliseconds from publish to acknowledgement, since they were last read; the newest few thousand. */
  latencies: number[]
}

const latenciesKept = 5_000

export function newStatistics(): Statistics {
  return {
    connected: 0,
    sent: 0,
    acked: 0,
    waiting: 0,
    refused: 0,
    refusal: null,
    started: 0,
    ended: 0,
    latencies: [],
  }
}

/** Notes one acknowledgement; beyond what is kept it only counts. */
export function noteAck(statistics: Statistics, milliseconds: number): void {
  statistics.acked += 1
  if (statistics.latencies.length < latenciesKept) statistics.latencies.push(milliseconds)
}

/** Median and 99th percentile of the latencies in whole milliseconds, which are forgotten; null when there were none. */
export function takeLatency(statistics: Statistics): { p50: number; p99: number } | null {
  const sorted = statistics.latencies.toSorted((one, other) => one - other)
  statistics.latencies = []
  const part = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return sorted.length === 0 ? null : { p50: part(0.5), p99: part(0.99) }
}
