import type { Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { callRaw } from './call.ts'
import { whilePending } from './pending.ts'

/** Fetches a file with authorisation and hands it to the browser to save, under the server's name for it or `fallbackName`. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  fallbackName: string,
): Promise<void> {
  const { blob, name } = await whilePending(async () => {
    const response = await callRaw(endpoint, input)
    return { blob: await response.blob(), name: fileNameOf(response) ?? fallbackName }
  })
  saveFile(blob, name)
}

/** Hands a file to the browser to save. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function fileNameOf(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? null
}
