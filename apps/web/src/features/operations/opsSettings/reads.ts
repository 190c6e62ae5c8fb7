import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'

/** Calls whose answers change with a dictionary. */
export const dictionaryReads = [
  opsSettings.choices,
  opsSettings.components,
  opsSettings.faultTypes,
  opsSettings.dealResults,
  opsSettings.parts,
]
