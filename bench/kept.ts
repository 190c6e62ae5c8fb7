import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Preloaded into the server that is measured: tells who asks what a full collection of its heap leaves, in bytes. Its resident
// memory tells nothing of that in a minute: it goes up and down by a third with what is not collected yet.
const port = process.env.BENCH_KEPT_PORT
if (port !== undefined && process.argv[1]?.endsWith('start.mjs')) {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  createServer((_request, response) => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    response.end(String(heapUsed + external))
  })
    .listen(Number(port), '127.0.0.1')
    .unref()
}
