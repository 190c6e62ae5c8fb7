import { readdirSync, readFileSync } from 'node:fs'

/** The commands of the processes that were given a folder. */
export function processesNaming(path) {
  return readdirSync('/proc').flatMap(pid => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const given =
        /^\d+$/.test(pid) && `${command}${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(path)
      return given ? [command] : []
    } catch {
      // It has ended since, or is no process.
      return []
    }
  })
}
