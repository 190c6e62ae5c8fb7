import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { fileErrors, files } from '@drivesim/contract/tools/files'
import { useEffect, useEffectEvent, useState } from 'react'
import { upload } from '../../api/call.ts'
import { useBeforeClose } from '../../ui/beforeClose.ts'
import { useTellFilesUnderway } from '../../ui/form/filesUnderway.ts'
import { shrink } from '../../ui/picture/shrink.ts'

/** A picture that is on its way, or did not get there. */
export interface SendingPhoto {
  readonly key: number
  readonly file: File
  readonly preview: string
  /** How much of it has left, in whole percent. */
  readonly percent: number
  readonly problem: string | null
  /** Stops it. */
  readonly abort: AbortController
}

let keys = 0

/**
 * Sends pictures as soon as they are taken; photo that did not get there is kept, and sent again when the network is back.
 * Leaving asks while there is any.
 * @param most how many may be on their way at once
 * @param onUploaded a picture was uploaded; what rejects keeps it as photo that did not get there
 */
export function usePhotoSending(most: number, onUploaded: (url: string) => Promise<void> | void) {
  const [sending, setSending] = useState<readonly SendingPhoto[]>([])
  useBeforeClose(() => sending.length > 0)
  const lacking = sending.filter(({ problem }) => problem !== null).length
  useTellFilesUnderway({ underway: sending.length - lacking, failed: lacking, lost: 0 })

  const change = (key: number, change: Partial<SendingPhoto> | null) =>
    setSending(list =>
      list.flatMap(photo => (photo.key !== key ? [photo] : change === null ? [] : [{ ...photo, ...change }])),
    )
  const send = async ({ key, file, preview, abort }: SendingPhoto) => {
    change(key, { problem: null, percent: 0 })
    try {
      const small = await shrink(file)
      if (small.size > largestUploadBytes)
        throw new Error(fileErrors.fileTooLarge.sentence(largestUploadBytes / 1024 / 1024))
      const { url } = await upload(files.upload, small, {
        quiet: true,
        signal: abort.signal,
        onSent: share => change(key, { percent: Math.floor(share * 100) }),
      })
      await onUploaded(url)
      change(key, null)
      URL.revokeObjectURL(preview)
    } catch (error) {
      change(key, { problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const take = (chosen: FileList | null) => {
    const room = most - sending.length
    for (const file of [...(chosen ?? [])].slice(0, Math.max(0, room))) {
      const photo = {
        key: ++keys,
        file,
        preview: URL.createObjectURL(file),
        percent: 0,
        problem: null,
        abort: new AbortController(),
      }
      setSending(list => [...list, photo])
      void send(photo)
    }
  }
  const drop = (photo: SendingPhoto) => {
    photo.abort.abort()
    change(photo.key, null)
    URL.revokeObjectURL(photo.preview)
  }
  const retryAll = useEffectEvent(() => {
    for (const photo of sending) if (photo.problem !== null) void send(photo)
  })
  useEffect(() => {
    const back = () => retryAll()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return { sending, take, send, drop }
}
