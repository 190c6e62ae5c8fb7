import { files } from '@drivesim/contract/tools/files'
import { upload } from '../api/call.ts'
import { UploadButton, type UploadButtonProps } from './UploadButton.tsx'
import type { Sending } from './useUpload.ts'

export interface PictureProps {
  id?: string
  value?: string | null
  onChange?: (url: string) => void
}

type Props = Omit<UploadButtonProps, 'onFile'> & Pick<PictureProps, 'onChange'>

/** Uploads a picture as soon as it is chosen, and hands on its address. */
export function PictureButton({ onChange, ...button }: Props) {
  const send = async (file: File, sending: Sending) => {
    const { url } = await upload(files.upload, file, { quiet: true, ...sending })
    onChange?.(url)
  }
  return <UploadButton {...button} onFile={send} />
}
