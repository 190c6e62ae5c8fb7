import { type ReactNode, useEffect, useRef, useState } from 'react'
import './pageAnchors.css'

interface Part {
  readonly name: string
  readonly title: string
  readonly content: ReactNode
}

interface Props {
  /** What the parts are of, for who does not see them. */
  label: string
  parts: readonly [Part, ...Part[]]
}

/** A long page's parts, one below the other, with their names always in sight: each leads there, and the one in view is marked. */
export function PageAnchors({ label, parts }: Props) {
  const [current, mark] = useState(parts[0].name)
  const places = useRef(new Map<string, HTMLElement>())
  const names = parts.map(({ name }) => name).join()
  useEffect(() => {
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const { part = '' } = target instanceof HTMLElement ? target.dataset : {}
          if (isIntersecting) inView.add(part)
          else inView.delete(part)
        }
        const first = names.split(',').find(name => inView.has(name))
        if (first !== undefined) mark(first)
      },
      // Below the names, in the upper part of the window.
      { rootMargin: '-25% 0px -60% 0px' },
    )
    for (const name of names.split(',')) {
      const place = places.current.get(name)
      if (place !== undefined) observer.observe(place)
    }
    return () => observer.disconnect()
  }, [names])
  const go = (name: string) => {
    const place = places.current.get(name)
    place?.scrollIntoView({ block: 'start' })
    place?.focus({ preventScroll: true })
  }
  return (
    <>
      <nav className="ui-anchors" aria-label={label}>
        {parts.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            className="ui-anchor"
            {...(name === current && { 'aria-current': 'location' })}
            onClick={() => go(name)}
          >
            {title}
          </button>
        ))}
      </nav>
      {parts.map(({ name, content }) => (
        <div
          key={name}
          ref={place => {
            if (place !== null) places.current.set(name, place)
          }}
          data-part={name}
          tabIndex={-1}
          className="ui-anchored"
        >
          {content}
        </div>
      ))}
    </>
  )
}
