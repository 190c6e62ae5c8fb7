// Machines of one machine: network namespaces of a run's own, each with an address, whose cables can be pulled.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether they can be made here: by root, with iproute2, where the kernel lets it. */
export function canMakeMachines() {
  if (process.getuid?.() !== 0 || !['/sbin/ip', '/usr/sbin/ip', '/bin/ip'].some(existsSync)) return false
  try {
    execFileSync('unshare', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Three machines on one switch, to which this one belongs too. Addresses are of RFC 2544, which no network has.
 * @param {number} port the cluster's first, by which two clusters tell their machines apart
 */
export function openMachines(port) {
  const net = `198.18.${Math.floor(port / 100) % 256}`
  const bridge = `ds${port}`
  const numbers = [1, 2, 3]
  const space = n => `drivesim-${port}-${n}`
  const cable = n => `ds${port}m${n}`
  const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

  function remove() {
    for (const n of numbers) tolerant(() => ip('netns', 'del', space(n)))
    tolerant(() => ip('link', 'del', bridge))
  }

  // What a run before left, where it was killed.
  remove()
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${net}.254/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  for (const n of numbers) {
    ip('netns', 'add', space(n))
    ip('link', 'add', cable(n), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(n))
    ip('link', 'set', cable(n), 'master', bridge, 'up')
    ip('-n', space(n), 'link', 'set', 'lo', 'up')
    ip('-n', space(n), 'addr', 'add', `${net}.${n}/24`, 'dev', 'eth0')
    ip('-n', space(n), 'link', 'set', 'eth0', 'up')
  }
  return {
    /** Whom PostgreSQL lets in. */
    network: `${net}.0/24`,
    address: n => `${net}.${n}`,
    /**
     * A command as a machine runs it.
     * @param {number} n @param {import('./parts.mjs').Wanted} wanted @returns {import('./parts.mjs').Wanted}
     */
    inside(n, wanted) {
      const { user, command, args } = wanted
      const as = user && ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
      return {
        ...wanted,
        command: 'ip',
        args: ['netns', 'exec', space(n), ...(as ?? []), command, ...args],
        user: undefined,
      }
    },
    /** Nobody reaches a machine, nor it anybody; what it runs goes on. */
    pull: n => ip('link', 'set', cable(n), 'down'),
    plug: n => ip('link', 'set', cable(n), 'up'),
    remove,
  }
}

function tolerant(work) {
  try {
    work()
  } catch {
    // There was none.
  }
}
