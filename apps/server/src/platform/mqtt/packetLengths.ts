/** The kind of a packet is in the upper half of its first byte. */
const publish = 3
/** Bytes of the length in a fixed header. */
const mostDigits = 4

/**
 * Cuts what is too long out of a device's bytes, before anything is kept of it: a PUBLISH of more than `longest` bytes loses
 * the end of its message, so that it can still be acknowledged, and is then refused for its length.
 * @returns a function that takes the bytes as they come and gives those that remain; null once a packet is longer than
 *   `mostSkipped`, is long and no PUBLISH, or has no length at all: the connection has to end
 */
export function lengthLimit(
  longest: number,
  mostSkipped: number,
  ended: (bytes: number) => void,
): (bytes: Buffer) => Buffer | null {
  /** Of the packet under way: bytes that pass, and that are left out after them. */
  let passing = 0
  let skipping = 0
  /** The fixed header under way: its first byte, and the length read so far. */
  let header: number[] = []

  return bytes => {
    const parts: Buffer[] = []
    // What stands before `i` and was not put aside yet passes as it is.
    let from = 0
    let i = 0
    while (i < bytes.length) {
      if (passing > 0) {
        const part = Math.min(passing, bytes.length - i)
        passing -= part
        i += part
        continue
      }
      if (skipping > 0) {
        parts.push(bytes.subarray(from, i))
        const part = Math.min(skipping, bytes.length - i)
        skipping -= part
        i += part
        from = i
        continue
      }
      if (header.length === 0) {
        parts.push(bytes.subarray(from, i))
        from = i
      }
      const byte = bytes[i] ?? 0
      header.push(byte)
      i += 1
      from = i
      if (header.length === 1) continue
      if ((byte & 0x80) !== 0) {
        if (header.length <= mostDigits) continue
        ended(0)
        return null
      }
      const length = lengthIn(header)
      if (length > longest) {
        if (length > mostSkipped || (header[0] ?? 0) >> 4 !== publish) {
          ended(length)
          return null
        }
        skipping = length - longest
        header = [header[0] ?? 0, ...digitsOf(longest)]
      }
      passing = Math.min(length, longest)
      parts.push(Buffer.from(header))
      header = []
    }
    parts.push(bytes.subarray(from))
    return parts.length === 1 ? bytes : Buffer.concat(parts)
  }
}

const lengthIn = (header: readonly number[]) =>
  header.slice(1).reduce((length, digit, place) => length + (digit & 0x7f) * 128 ** place, 0)

function digitsOf(length: number): number[] {
  const digit = length % 128
  const rest = Math.floor(length / 128)
  return rest === 0 ? [digit] : [digit | 0x80, ...digitsOf(rest)]
}
