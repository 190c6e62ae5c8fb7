import { useQueryClient } from '@tanstack/react-query'
import { serverNow } from '../../api/serverClock.ts'

/** Until when an address is signed, in milliseconds; undefined where it is not. */
function signedUntil(src: string): number | undefined {
  const end = new URL(src, window.location.origin).searchParams.get('e')
  return end === null ? undefined : Number(end) * 1000
}

/**
 * What to do when a picture does not come. On a page that stood open for a day the addresses have expired: what it shows
 * is read again, and brings new ones.
 */
export function useLatePicture(): (src: string | null | undefined) => void {
  const client = useQueryClient()
  return src => {
    const until = src ? signedUntil(src) : undefined
    if (until !== undefined && until < serverNow()) void client.invalidateQueries()
  }
}
