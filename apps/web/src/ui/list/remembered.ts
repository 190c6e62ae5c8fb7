import { useState } from 'react'

/** What a person chose for one list. A missing `hidden` means that they never chose. */
export interface ListChoice {
  dense?: boolean
  hidden?: string[]
}

/** Reads a stored choice; anything but one is ignored. */
export function readChoice(stored: string | null): ListChoice {
  if (stored === null) return {}
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return {}
    const choice: ListChoice = {}
    if ('dense' in value && typeof value.dense === 'boolean') choice.dense = value.dense
    if ('hidden' in value && Array.isArray(value.hidden)) {
      choice.hidden = value.hidden.filter(key => typeof key === 'string')
    }
    return choice
  } catch {
    return {}
  }
}

/** Columns and density of one list, remembered in this browser. */
export function useListChoice(name: string): [ListChoice, (choice: ListChoice) => void] {
  const key = `list.${name}`
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(key)))
  const remember = (next: ListChoice) => {
    setChoice(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [choice, remember]
}
