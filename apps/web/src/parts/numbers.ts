/** A picker's number out of an address, and back. */
export const asNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value))
export const asText = (value: number | undefined) => (value === undefined ? undefined : String(value))
