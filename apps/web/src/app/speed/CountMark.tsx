import type { ReactNode } from 'react'
import { variablesClass } from '../../theme/antd.ts'

const most = 99

interface Props {
  /** 0: no mark. */
  readonly count: number
  /** A dot without a number, whatever the count. */
  readonly dot?: boolean
  readonly colour?: string
  readonly children: ReactNode
}

/**
 * A number at the corner of an icon, drawn with the component library's styles only (decisions 0052, 0064): its own component is
 * animated, and renders the page a second time for that.
 */
export function CountMark({ count, dot = false, colour, children }: Props) {
  const kind = dot ? 'ant-badge-dot' : 'ant-badge-count ant-badge-count-sm'
  const wide = !dot && count > 9
  return (
    <span className={`ant-badge ${variablesClass}`}>
      {children}
      {(count > 0 || dot) && (
        <sup
          className={`ant-scroll-number ${kind}${wide ? ' ant-badge-multiple-words' : ''}`}
          // Beside the icon, not over it: two digits are as wide as it is.
          style={{ background: colour, marginTop: -1, insetInlineEnd: wide ? -4 : 0 }}
        >
          {!dot && (count > most ? `${most}+` : count)}
        </sup>
      )}
    </span>
  )
}
