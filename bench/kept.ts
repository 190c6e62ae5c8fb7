import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Preloaded into the server that is measured: tells who asks what a full collection of its heap leaves, in bytes. Its resident
// memory tells nothing of that in a minute: it goes up and down by a third with what is not collected yet.
// The process of the devices tells it at the next port.
const programs = ['start.mjs', 'intakeProgram.js']
const place = programs.findIndex(name => process.argv[1]?.endsWith(name))
const port = process.env.BENCH_KEPT_PORT
if (port !== undefined && place >= 0) {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  createServer((_request, response) => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    response.end(String(heapUsed + external))
  })
    .listen(Number(port) + place, '127.0.0.1')
    .unref()
}
