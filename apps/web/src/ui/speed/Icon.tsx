import { type ComponentProps, createElement, type ReactElement } from 'react'

interface Drawing {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children?: readonly Drawing[]
}

interface Definition {
  readonly name: string
  readonly icon: Drawing
}

interface Props extends ComponentProps<'span'> {
  icon: Definition
  spin?: boolean
}

/**
 * What all icons of the component library are made by, in the place of its own (antdParts.ts): the same elements, but one
 * component instead of two, no effect, and each drawing made once. A list has thirty of them.
 */
export default function Icon({ icon, spin, className, ...given }: Props) {
  const turns = spin || icon.name === 'loading'
  return (
    <span
      role="img"
      aria-label={icon.name}
      {...given}
      className={`anticon anticon-${icon.name}${turns ? ' anticon-spin' : ''}${className ? ` ${className}` : ''}`}
    >
      {drawingOf(icon)}
    </span>
  )
}

const drawings = new WeakMap<Definition, ReactElement>()

function drawingOf(icon: Definition): ReactElement {
  const known = drawings.get(icon)
  if (known !== undefined) return known
  const made = elementOf(icon.icon, {
    'data-icon': icon.name,
    width: '1em',
    height: '1em',
    fill: 'currentColor',
    'aria-hidden': 'true',
  })
  drawings.set(icon, made)
  return made
}

function elementOf({ tag, attrs, children = [] }: Drawing, more: object): ReactElement {
  const named = Object.entries(attrs).map(([name, value]) => [inReact(name), value])
  return createElement(
    tag,
    { ...Object.fromEntries(named), ...more },
    ...children.map(child => elementOf(child, {})),
  )
}

/** `fill-rule` is `fillRule` there. */
const inReact = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
