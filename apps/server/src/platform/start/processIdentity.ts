import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export type ProcessIdentity = {
  /** When it started, in the system's own notation: tells a process from a later one with the same id. */
  started: string
  command: string
}

/** Who has this process id now; undefined when nobody has. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Fields are counted after the name, which is in brackets and may hold spaces; the third of them is the
    // state, and a zombie is nobody any more.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = fields[19]
    if (fields[0] === 'Z' || started === undefined) return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { started, command }
  } catch {
    return undefined
  }
}

function fromPs(pid: number): ProcessIdentity | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], { encoding: 'utf8' })
    return { started: line.slice(0, 24), command: line.slice(24).trim() }
  } catch {
    return undefined
  }
}
