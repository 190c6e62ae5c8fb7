/** A whole file on a slow line. */
const timeoutMs = 120_000

/** The bytes at an address of our own, and their type. @throws where they do not come */
export async function fetchFile(address: string): Promise<Blob> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${address} is answered ${response.status}`)
  return response.blob()
}
