import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'

/** Calls to read again when a dictionary changes. */
export const dictionaryReads = [
  opsSettings.choices,
  opsSettings.components,
  opsSettings.faultTypes,
  opsSettings.dealResults,
  opsSettings.parts,
]
