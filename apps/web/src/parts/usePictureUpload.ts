import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { errors } from '@drivesim/contract/errors'
import { files } from '@drivesim/contract/files'
import { useState } from 'react'
import { upload } from '../api/call.ts'

/** The largest picture that may be chosen, in MB. */
export const largestPicture = largestUploadBytes / 1024 / 1024
/** What the file chooser offers. */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp'

/** Uploads a picture when it is chosen and hands on its address. */
export function usePictureUpload(onUploaded: (url: string) => void) {
  const [loading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const tooLarge = file.size > largestUploadBytes
    setProblem(tooLarge ? errors.fileTooLarge.sentence(largestPicture) : null)
    if (tooLarge) return
    setLoading(true)
    try {
      const { url } = await upload(files.upload, file, { quiet: true })
      onUploaded(url)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setLoading(false)
    }
  }
  return { take, loading, problem }
}
