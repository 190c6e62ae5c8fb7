// One process of the installation: started, watched, killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const restartMs = 1_000
const stopMs = 15_000

/**
 * @typedef {object} Wanted
 * @property {string} name
 * @property {'etcd' | 'postgres' | 'haproxy' | 'epmd' | 'broker' | 'store' | 'web' | 'intake' | 'fleet'} kind
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Record<string, string | undefined>} [env] in place of ours
 * @property {{ uid: number, gid: number }} [user] whom it runs as, where that is not ours
 * @property {() => readonly number[]} [others] processes that make one node with it
 * @property {() => Promise<boolean>} isReady
 * @property {number} [patienceMs] how long it may take to be ready
 */

/** A part of the cluster. It is started again, as systemd would, until somebody stops it or holds it down. */
export class Part {
  /** @param {Wanted} wanted @param {string} folder where its log goes @param {(sentence: string) => void} say */
  constructor(wanted, folder, say) {
    this.name = wanted.name
    this.kind = wanted.kind
    this.wanted = wanted
    this.log = join(folder, `${wanted.name}.log`)
    this.say = say
    this.heldDown = true
    this.child = undefined
  }

  get pid() {
    return this.child?.pid
  }

  /** Starts it, and waits until it is ready. */
  async start() {
    this.heldDown = false
    this.launch()
    const { isReady, patienceMs = 120_000 } = this.wanted
    const deadline = Date.now() + patienceMs
    while (!(await isReady().catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`${this.name} 没有就绪，原因见 ${this.log}`)
      await wait(100)
    }
  }

  launch() {
    const { command, args, env, user } = this.wanted
    const log = createWriteStream(this.log, { flags: 'a' })
    // A group of its own: Ctrl-C is for who started all of them, who stops them in order.
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(env && { env }),
      ...user,
    })
    this.child = child
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.once('error', error => log.write(`${error}\n`))
    child.once('exit', () => void this.ended(child))
  }

  async ended(child) {
    if (this.child !== child) return
    this.child = undefined
    if (this.heldDown) return
    this.say(`${this.name} 结束了，${restartMs / 1000} 秒后重新启动`)
    await wait(restartMs)
    if (!this.heldDown && this.child === undefined) this.launch()
  }

  /** All processes that make the node. @returns {number[]} */
  pids() {
    return [...(this.pid === undefined ? [] : [this.pid]), ...(this.wanted.others?.() ?? [])]
  }

  /**
   * Kills it with all that belongs to it.
   * @param {{ signal?: NodeJS.Signals, down?: boolean, alone?: boolean }} [how] down: it stays away until `start`; alone: without the
   *   others of its node
   */
  kill({ signal = 'SIGKILL', down = false, alone = false } = {}) {
    if (down) this.heldDown = true
    if (!alone) for (const pid of this.wanted.others?.() ?? []) send(pid, signal)
    if (this.pid !== undefined) send(-this.pid, signal)
  }

  /** Kills it for good, and waits until it has ended. */
  async killed() {
    const { child } = this
    this.kill({ down: true })
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  /** Asks it to end, and kills it where that takes too long. */
  async stop() {
    this.heldDown = true
    const { child } = this
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    send(child.pid, 'SIGTERM')
    const inTime = await Promise.race([ended.then(() => true), wait(stopMs, false)])
    if (!inTime) this.kill()
    await ended
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}
