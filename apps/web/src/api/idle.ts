import { keepStored, readStored } from './stored.ts'

/** Where the windows of a browser tell each other when somebody last did something. */
const inputKey = 'lastInput'
/** So often at most. */
const tellMs = 5_000

let lastInput = Date.now()
let told = 0
let lastSaid = 0

function noteInput(): void {
  lastInput = Date.now()
  if (lastInput - told < tellMs) return
  told = lastInput
  keepStored(inputKey, String(lastInput))
}

/** Watches what the person at the screen does. Returns the way to stop. */
export function watchInput(): () => void {
  noteInput()
  const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
  for (const kind of kinds) window.addEventListener(kind, noteInput, { capture: true, passive: true })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, noteInput, { capture: true })
  }
}

/** Whole seconds since somebody did something in any window of this browser. */
export function idleSeconds(): number {
  const elsewhere = Number(readStored(inputKey) ?? 0)
  const last = Math.max(lastInput, elsewhere <= Date.now() ? elsewhere : 0)
  return Math.max(0, Math.floor((Date.now() - last) / 1000))
}

/** The same for a call to carry, since pages read much by themselves. */
export function sayIdleSeconds(): string {
  lastSaid = Date.now()
  return String(idleSeconds())
}

/** Seconds since a call carried it. */
export const secondsSinceSaid = (): number => Math.floor((Date.now() - lastSaid) / 1000)
