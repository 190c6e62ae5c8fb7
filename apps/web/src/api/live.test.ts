import { describe, expect, it } from 'vitest'
import { eventReader } from './eventStream.ts'

describe('server-sent events', () => {
  it('come out whole however the network cuts them', () => {
    const text =
      ': beat\n\nid: 7\nevent: unread\ndata: {"count":3}\n\nevent: caughtUp\r\ndata: {"at":\r\ndata: "x"}\r\n\r\n'
    for (let size = 1; size <= text.length; size++) {
      const read = eventReader()
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      expect(pieces.flatMap(read)).toEqual([
        { id: '7', name: 'unread', data: '{"count":3}' },
        { id: null, name: 'caughtUp', data: '{"at":\n"x"}' },
      ])
    }
  })
})
