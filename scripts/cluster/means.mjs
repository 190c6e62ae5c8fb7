// What the parts are made with.
import { chownSync } from 'node:fs'
import { connect } from 'node:net'

/** Whether an address answers well. */
export async function answers(url) {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return ok
  } catch {
    return false
  }
}

/** Puts values in the place of a configuration's examples, everywhere. @throws when an example is not there: the file was changed */
export function fill(text, values) {
  return Object.entries(values).reduce((filled, [example, value]) => {
    if (!filled.includes(example)) throw new Error(`配置里没有“${example}”`)
    return filled.replaceAll(example, value)
  }, text)
}

/** Gives a file to the user under whom it is used, where that is not ours. */
export function owned(path, user) {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

/** Whether somebody listens at a port of this machine. @param {number} port @returns {Promise<boolean>} */
export function listens(port) {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
