import { createContext, useContext, useId } from 'react'
import { dateTime } from './format.ts'
import { useMinute } from './now.ts'
import styles from './Watermark.module.css'

/** Account of who looks at a page with personal data; null: the page has none. */
export const WatermarkContext = createContext<string | null>(null)

const width = 320
const height = 180

/**
 * Who looks and when, over a page with personal data and over its prints: a photograph of the screen says where it was
 * taken. An SVG pattern, since the policy of the pages allows no style attributes.
 */
export function Watermark() {
  const account = useContext(WatermarkContext)
  return account === null ? null : <Pattern account={account} />
}

function Pattern({ account }: { account: string }) {
  const id = useId()
  const minute = useMinute()
  return (
    <svg className={styles.watermark} aria-hidden="true" data-watermark="">
      <defs>
        <pattern
          id={id}
          width={width}
          height={height}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-20)"
        >
          <text x="24" y={height / 2}>
            {account} {dateTime(minute)}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
