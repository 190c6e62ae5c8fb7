import type { OutgoingAnswer } from './outgoing.ts'

/** What an answer says, where it is JSON; undefined: it is none. */
export function jsonOf({ body }: Pick<OutgoingAnswer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
