import { Children, type ReactNode } from 'react'

/** Dates, times, phones, amounts and figures. Browsers break them after a hyphen, and where a line is short anywhere. */
const figures = /([−+-]?¥?\d[\d,.:*-]*\d%?)/

/** Words whose dates, phones and figures are never broken over two lines; what is no text is left as it is. */
export function unbroken(content: ReactNode): ReactNode {
  return Children.map(content, one => (typeof one === 'string' ? wholeFigures(one) : one))
}

function wholeFigures(text: string): ReactNode {
  const parts = text.split(figures)
  if (parts.length === 1) return text
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
      <span key={place} className="ui-unbroken">
        {part}
      </span>
    ),
  )
}
