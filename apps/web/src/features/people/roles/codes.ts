import { type AccessCode, accessCodes } from '@drivesim/contract/access'
import { accessGroups } from '@drivesim/contract/people/roles'

/** The code that opens a group of the menu: no page below it can be reached without. */
function menuCodeOf(codes: readonly AccessCode[]): AccessCode | undefined {
  return codes.find(code => !code.includes(':'))
}

/** In the order of the menu, each once. */
function ordered(codes: Iterable<AccessCode>): AccessCode[] {
  const chosen = new Set(codes)
  return accessCodes.filter(code => chosen.has(code))
}

/**
 * The codes after one was marked or unmarked. Marking one below a group's own code marks that too, and unmarking
 * the group's own takes those below it along: they open nothing without it. What the person does not hold stays.
 */
export function withCode(
  codes: readonly AccessCode[],
  code: AccessCode,
  on: boolean,
  heldCodes: ReadonlySet<string>,
): AccessCode[] {
  const group: readonly AccessCode[] =
    accessGroups.map(({ codes }): readonly AccessCode[] => codes).find(list => list.includes(code)) ?? []
  const menuCode = menuCodeOf(group)
  if (on)
    return ordered([...codes, code, ...(menuCode !== undefined && heldCodes.has(menuCode) ? [menuCode] : [])])
  const gone = code === menuCode ? group.filter(other => heldCodes.has(other)) : [code]
  return codes.filter(kept => !gone.includes(kept))
}

/** The codes after a whole group was marked or unmarked, as far as the person holds them. */
export function withGroup(
  codes: readonly AccessCode[],
  group: readonly AccessCode[],
  on: boolean,
  heldCodes: ReadonlySet<string>,
): AccessCode[] {
  const mine = group.filter(code => heldCodes.has(code))
  return on ? ordered([...codes, ...mine]) : codes.filter(code => !mine.includes(code))
}
