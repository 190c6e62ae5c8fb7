import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from './server.ts'
import type { Figure } from './table.ts'

/** The fuzzer of `npm test`, for longer: a database of its own, every call, from its own schema. */
export async function benchStrangers(seconds: number): Promise<Figure[]> {
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', 'test/strangers.test.ts'],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        FUZZ_SECONDS: String(seconds),
        FUZZ_SEED: String(Date.now() % 2 ** 31),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) console.log(said)
  const [, requests = 'none', seed = '', answered = ''] =
    /strangers: (\d+) requests, seed (\d+); (.+) calls/.exec(said) ?? []
  return [
    {
      what: `every call fuzzed for ${seconds} s: 5xx, leaks, foreign rows`,
      value:
        code === 0
          ? `none in ${requests} requests (seed ${seed}; ${answered} calls also answered)`
          : 'found, see above',
      bound: 'none',
      passed: code === 0,
    },
  ]
}
