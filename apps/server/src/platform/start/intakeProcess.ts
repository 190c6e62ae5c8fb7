import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from './startError.ts'

/** What the process of the devices (intakeProgram.ts) says. */
export type FromIntake = z.infer<typeof said>

const said = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ refused: z.string() }),
  z.object({ metrics: z.array(z.record(z.string(), z.unknown())) }),
])

const retryMs = 500
/** Ctrl-C is answered within 5 s in all. */
const stopMs = 2_500
const metricsMs = 1_000

/**
 * The process that takes the devices' messages, for as long as the server runs: people's calls then share no thread with them.
 * One that ends unasked is started again, as often as it takes; devices keep what is not acknowledged.
 * @param program the compiled intakeProgram.ts
 * @param env its environment
 * @throws StartError where the first start is refused
 */
export async function keepIntakeProcess(program: string, env: NodeJS.ProcessEnv) {
  const stopping = new AbortController()
  let child = launch(program, env)
  await untilReady(child)

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await untilEnded(child)
      if (stopping.signal.aborted) return
      console.error('接收设备消息的进程意外结束，正在重新启动')
      await wait(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return
      child = launch(program, env)
      const failed = await untilReady(child).then(
        () => null,
        (error: unknown) => error,
      )
      if (!stopping.signal.aborted)
        console.error(failed === null ? '接收设备消息的进程已恢复' : String(failed))
    }
  }

  const keeping = keep()
  return {
    /** What it counts, by name and labels; null where it does not answer. */
    async metrics(): Promise<object[] | null> {
      const asked = child
      if (!asked.connected) return null
      const answer = new Promise<object[] | null>(resolve => {
        const hear = (word: unknown) => {
          const read = said.safeParse(word)
          if (!read.success || !('metrics' in read.data)) return
          asked.off('message', hear)
          resolve(read.data.metrics)
        }
        asked.on('message', hear)
        setTimeout(() => {
          asked.off('message', hear)
          resolve(null)
        }, metricsMs).unref()
      })
      asked.send({ ask: 'metrics' }, () => undefined)
      return answer
    },
    async stop(): Promise<void> {
      stopping.abort()
      const ended = untilEnded(child)
      child.kill('SIGTERM')
      const inTime = await Promise.race([ended.then(() => true), wait(stopMs, false, { ref: false })])
      if (!inTime) child.kill('SIGKILL')
      await ended
      await keeping
    },
  }
}

function launch(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(program, [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** @throws StartError with what it said, or that it ended */
async function untilReady(child: ChildProcess): Promise<void> {
  const word = await Promise.race([once(child, 'message').then(([word]) => word), untilEnded(child)])
  const read = said.safeParse(word)
  if (!read.success) throw new StartError('接收设备消息的进程没有启动成功，原因见上')
  if ('refused' in read.data) throw new StartError(read.data.refused)
}
