import { Children, type ReactNode } from 'react'

/** Dates, times, phones, amounts and figures. Browsers break them after a hyphen, and where a line is short anywhere. */
const figures = /([−+-]?¥?\d[\d,.:*-]*\d%?)/

/** Keeps each date, phone and figure of a text in one line. What is no text is left as it is. */
export function withWholeFigures(content: ReactNode): ReactNode {
  return Children.map(content, child => (typeof child === 'string' ? wholeFigures(child) : child))
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
