// A run's processes and its temporary folder: however the run ends, nothing of either stays behind.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

let folder
let grace
let ending = false
/** What must not be cut short: a package half installed would be left to whoever comes next. */
const whole = new Set()

export const runEnds = () => ending
/** Whether this process began a run. It ends the run's processes itself: Ctrl-C must not reach them before. */
export const ownsProcesses = () => folder !== undefined

/**
 * Gives this process a temporary folder that everything it starts works in, and sees to signals. Whoever begins a run
 * ends it with `endRun`.
 * @param {number} [graceMs] a server stops, and a database writes what it has, well within the usual ten seconds
 */
export function beginRun(graceMs = 10_000) {
  grace = graceMs
  folder = mkdtempSync(join(tmpdir(), 'drivesim-run-'))
  // As root PostgreSQL runs as somebody else, who has to pass.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  for (const signal of Object.keys(exitCodes)) process.on(signal, () => breakOff(signal))
}

/** Ends what is left of the run, and says of what should have ended by itself. */
export async function endRun() {
  for (const { pid, command } of ours()) console.log(`结束还在运行的 ${pid} ${command.slice(0, 200)}`)
  await clear()
}

/** A signal ends the run only when this is done. @param {Promise<unknown>} work */
export function finishFirst(work) {
  whole.add(work)
  void work.finally(() => whole.delete(work))
}

async function breakOff(signal) {
  if (ending) return
  ending = true
  console.log('\n正在结束所有测试进程…')
  await Promise.allSettled(whole)
  await clear()
  process.exit(exitCodes[signal])
}

async function clear() {
  await endProcesses()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Asks each process once, as Ctrl-C does, and kills what has not gone when the grace is over. */
async function endProcesses() {
  const asked = new Set()
  const deadline = Date.now() + grace
  for (let left = ours(); left.length > 0; left = ours()) {
    for (const { pid } of left) {
      if (Date.now() > deadline) send(pid, 'SIGKILL')
      else if (!asked.has(pid)) send(pid, 'SIGINT')
      asked.add(pid)
    }
    await wait(50)
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Our descendants, and whoever was left by one of them: their commands or surroundings name the run's folder. */
function ours() {
  const all = existsSync('/proc/self/environ') ? fromProc() : fromPs()
  const family = new Set([process.pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all.filter(
    ({ pid, command, surroundings }) =>
      pid !== process.pid && (family.has(pid) || command.includes(folder) || surroundings.includes(folder)),
  )
}

function fromProc() {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      const read = file => readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
      try {
        // The name, in brackets, may have anything in it.
        const [state, parent] = read('stat')
          .replace(/^.*\) /s, '')
          .split(' ')
        if (state === 'Z') return []
        return {
          pid: Number(pid),
          parent: Number(parent),
          command: read('cmdline'),
          surroundings: readable(read),
        }
      } catch {
        // It has ended since.
        return []
      }
    })
}

/** A process of somebody else does not show its environment. */
function readable(read) {
  try {
    return read('environ')
  } catch {
    return ''
  }
}

function fromPs() {
  const lines = execFileSync('ps', ['-axwwo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap(line => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    // `ps` itself is our child, and gone.
    if (pid === undefined || state.startsWith('Z') || command.startsWith('ps -axwwo')) return []
    return { pid: Number(pid), parent: Number(parent), command, surroundings: '' }
  })
}
