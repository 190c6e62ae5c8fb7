import type { Refusal } from './errors.ts'
import { machine } from './machine.ts'

/** Things that are switched off rather than deleted. */
export const enabledStates = { enabled: '启用', disabled: '停用' } as const
type EnabledState = keyof typeof enabledStates

/**
 * The two acts on such a thing. One that is so already is refused.
 * @param refused the refusal; gets the word for the state that the thing has already
 */
export function switchMachine(refused: (state: string) => Refusal) {
  return machine(
    enabledStates,
    {
      enable: { from: ['disabled'], to: 'enabled', label: '启用' },
      disable: { from: ['enabled'], to: 'disabled', label: '停用' },
    },
    (_step, state) => refused(enabledStates[state]),
  )
}

/** The act that brings the wanted state about. */
export const switchTo = (enabled: boolean) => (enabled ? 'enable' : 'disable')

/** The state of a row, from its column `enabled`. */
export const enabledStateOf = ({ enabled }: { readonly enabled: boolean }): EnabledState =>
  enabled ? 'enabled' : 'disabled'
