import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'
import { fetchMissedStyles } from './missedStyles.ts'

/** Code that has not come by then never will (spec §9). */
const codeTimeoutMs = 120_000

/** Code did not come; the message is for the person. */
export class CodeLoadError extends Error {
  /** Whoever shows the message says so once it stands: what is shown anew from then on asks anew. */
  readonly settle: () => void
  constructor(sentence: string, settle: () => void) {
    super(sentence)
    this.name = 'CodeLoadError'
    this.settle = settle
  }
}

export type LoadCode<P> = () => Promise<{ default: ComponentType<P> }>

export type LazyCode<P extends object = object> = FunctionComponent<P> & {
  /** Fetches the code of what is about to be opened; settles in any case. */
  readonly prefetch: () => Promise<void>
}

interface Missing {
  /** When it has not come within the time. */
  readonly late: string
  /** When it cannot be had: the line is lost, or a new version was deployed. */
  readonly gone: string
  /** What else is done then. */
  readonly onGone?: () => void
}

/** A component that is loaded when it is first shown; it throws a {@link CodeLoadError} if that fails. */
export function lazyCode<P extends object>(load: LoadCode<P>, missing: Missing): LazyCode<P> {
  // React renders what waited from the beginning: were it another one by then, it would wait for ever.
  const settle = () => {
    Later = ask(() => load().catch(importAnew<P>))
  }
  const ask = (load: LoadCode<P>) => lazy(() => loadCode(load, missing, settle))
  let Later = ask(load)
  let here: ComponentType<P> | undefined
  // Code that is here is not waited for: after a promise, even a kept one, React shows for 0.3 s that it waits.
  const Shown = (props: P) => {
    const [Code] = useState(() => here ?? Later)
    return createElement(Code, props)
  }
  const prefetch = async () => {
    // What does not come now is asked for again, and missed aloud, when it is shown.
    const code = await load().catch(() => undefined)
    here = code?.default
  }
  return Object.assign(Shown, { prefetch })
}

/**
 * Chromium of some years ago keeps for good that a module did not come; under another address it is another module.
 * @param error the browser's, which names the address
 */
async function importAnew<P>(error: unknown): ReturnType<LoadCode<P>> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
  if (address === undefined) throw error
  return import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
}

async function loadCode<T>(
  load: () => Promise<T>,
  { late, gone, onGone }: Missing,
  settle: () => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CodeLoadError(late, settle)), codeTimeoutMs)
  })
  try {
    const coming = Promise.all([load(), fetchMissedStyles()])
    const [code] = await Promise.race([coming, tooLate])
    return code
  } catch (error) {
    if (error instanceof CodeLoadError) throw error
    console.error('code did not load', error)
    onGone?.()
    throw new CodeLoadError(gone, settle)
  } finally {
    clearTimeout(timer)
  }
}
