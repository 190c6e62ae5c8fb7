import type { Endpoint, InputOf, LongFile } from '@drivesim/contract/endpoint'
import { longFile } from '@drivesim/contract/tools/exports'
import { callFile } from './call.ts'
import { whilePending } from './pending.ts'

type Sink = (file: LongFile) => void
let sink: Sink | null = null

/** The shell says here how people are told that a job writes what they wanted to download. Returns the way to stop. */
export function onLongFile(show: Sink): () => void {
  sink = show
  return () => {
    if (sink === show) sink = null
  }
}

/**
 * Fetches a file with authorisation and hands it to the browser to save, under the server's name for it or `fallbackName`.
 * Where the server answers that a job writes it, people are told so.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  fallbackName: string,
): Promise<void> {
  const file = await whilePending(async () => {
    const { response, envelope } = await callFile(endpoint, input)
    if (envelope !== null) return longFile.parse(envelope.data)
    return { blob: await response.blob(), name: fileNameOf(response) ?? fallbackName }
  })
  if ('blob' in file) saveFile(file.blob, file.name)
  else sink?.(file)
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
