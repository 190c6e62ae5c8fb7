/** A picker's number out of an address, and back; what is none there is nothing chosen. */
export function asNumber(value: string | undefined): number | undefined {
  const number = Number(value)
  return Number.isNaN(number) ? undefined : number
}
export const asText = (value: number | undefined) => (value === undefined ? undefined : String(value))
