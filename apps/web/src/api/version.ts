import { create } from 'zustand'

/** Release and build, as in `1.1.0+3f9a01c2`. */
const form = /^(\d+)\.(\d+)\.(\d+)(?:\+(\w+))?$/

/** The version of the server that a page of its own web can be had from, newer than this page; null where this is the newest. */
export const useNewerVersion = create<{ newer: string | null }>(() => ({ newer: null }))

/** Learns which version a server is of. While versions change, the one before may answer too: it is nothing to go back to. */
export function hearVersion(told: string): void {
  const own = document.querySelector('meta[name="version"]')?.getAttribute('content') ?? ''
  if (isNewer(told, own)) useNewerVersion.setState({ newer: told })
}

/** Whether a version is of a later release, or of the same and built differently. Of what has no such form nothing is known. */
export function isNewer(told: string, own: string): boolean {
  const [toldParts, ownParts] = [form.exec(told), form.exec(own)]
  if (toldParts === null || ownParts === null) return false
  for (const at of [1, 2, 3]) {
    const difference = Number(toldParts[at]) - Number(ownParts[at])
    if (difference !== 0) return difference > 0
  }
  return toldParts[4] !== ownParts[4]
}
