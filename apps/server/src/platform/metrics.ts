import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What this process counts, in Prometheus' format at /metrics. */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer a call',
      labelNames: ['call', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    deviceMessages: new Counter({
      name: 'device_messages_total',
      help: 'Messages from simulators, by what became of them',
      labelNames: ['topic', 'outcome'],
      registers,
    }),
    deviceBatch: new Histogram({
      name: 'device_batch_seconds',
      help: 'Time to commit a batch of device messages',
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    deviceConnections: new Gauge({
      name: 'device_connections',
      help: 'Simulators connected to the embedded broker',
      registers,
    }),
    streams: new Gauge({ name: 'live_streams', help: 'Browsers on the live stream', registers }),
  }
}

export type Metrics = ReturnType<typeof makeMetrics>
