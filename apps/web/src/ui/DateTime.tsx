import { localTime } from '@drivesim/contract/businessDay'
import { dateTime, relativeTime } from './format.ts'
import { useMinute } from './now.ts'

interface Props {
  at: string | null
  /** What stands where there is no time yet. */
  missing?: string
}

/** `2026-03-01 08:05`, or the word for "not yet". */
export function DateTime({ at, missing = '—' }: Props) {
  if (at === null) return <span className="ui-quiet">{missing}</span>
  return (
    <time dateTime={at} className="ui-digits">
      {dateTime(at)}
    </time>
  )
}

/** `3 分钟前` within a day, with the exact time on hover. */
export function RelativeTime({ at, missing = '—' }: Props) {
  const now = useMinute()
  if (at === null) return <span className="ui-quiet">{missing}</span>
  return (
    <time dateTime={at} title={localTime(at)} className="ui-digits">
      {relativeTime(at, now)}
    </time>
  )
}

/** Two business days; a day is never broken over two lines. */
export function DaySpan({ from, until }: { from: string; until: string }) {
  return (
    <span className="ui-digits">
      <span className="ui-unbroken">{from}</span> – <span className="ui-unbroken">{until}</span>
    </span>
  )
}
