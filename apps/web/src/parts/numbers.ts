/** A picker's number from an address, and back. Anything else in the address counts as nothing chosen. */
export function asNumber(value: string | undefined): number | undefined {
  const number = Number(value || undefined)
  return Number.isNaN(number) ? undefined : number
}
export const asText = (value: number | undefined) => (value === undefined ? undefined : String(value))
