/** One server-sent event as it came. */
export interface StreamEvent {
  readonly id: string | null
  readonly name: string
  readonly data: string
}

/** Cuts a stream of text chunks into server-sent events; comments (heartbeats) give none. Feed it chunk by chunk. */
export function eventReader(): (chunk: string) => StreamEvent[] {
  let rest = ''
  return chunk => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const event = parseBlock(block)
      return event === null ? [] : [event]
    })
  }
}

function parseBlock(block: string): StreamEvent | null {
  let id: string | null = null
  let name = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return data.length === 0 ? null : { id, name, data: data.join('\n') }
}
