import { gearTypes } from '@drivesim/contract/people/students/studentShapes'
import { optionsOf } from '../ui/options.ts'

const names: ReadonlyMap<string, string> = new Map(Object.entries(gearTypes))

/** A licence type in words; one of another version as it is. */
export function gearName(gearType: string): string {
  return names.get(gearType) ?? gearType
}

/** The licence types as options. */
export const gearOptions = optionsOf(gearTypes)
