import { mobilePhone, text } from '@drivesim/contract/fields'
import { label } from '@drivesim/contract/labels'
import { files } from '@drivesim/contract/tools/files'
import { Input } from 'antd'
import { z } from 'zod'
import { upload } from '../../api/call.ts'
import { type Drawing, drawingSchema, pictureOf } from './drawing.ts'
import { SignatureSheet } from './SignatureSheet.tsx'
import styles from './signature.module.css'

/** 现场签字 while it is made: who signs, and what they drew. */
export interface SignatureDraft {
  readonly name: string
  readonly phone: string
  readonly drawing: Drawing | null
}

export const emptySignature: SignatureDraft = { name: '', phone: '', drawing: null }

/** A signature that can be sent. */
export const signatureForm = z.object({
  name: label('签字人', text(30)),
  phone: label('签字人电话', z.union([z.literal(''), mobilePhone])),
  drawing: label('签字', drawingSchema),
})

/** Whether anything of it was filled in. */
export const hasSignature = ({ name, phone, drawing: drawn }: SignatureDraft): boolean =>
  name.trim() !== '' || phone.trim() !== '' || drawn !== null

const uploadedUrls = new WeakMap<Drawing, string>()

/** The signature as the contract takes it; its picture is uploaded once, however often it is sent. */
export async function sendSignature({ name, phone, drawing: drawn }: z.output<typeof signatureForm>) {
  const url =
    uploadedUrls.get(drawn) ?? (await upload(files.upload, await pictureOf(drawn), { quiet: true })).url
  uploadedUrls.set(drawn, url)
  return { name, url, ...(phone !== '' && { phone }) }
}

interface Props {
  id?: string
  value?: SignatureDraft
  onChange?: (signing: SignatureDraft) => void
}

/** 现场签字 by somebody of the school. */
export function SignatureField({ id, value = emptySignature, onChange }: Props) {
  return (
    <div className={styles.field}>
      <Input
        {...(id !== undefined && { id })}
        aria-label="签字人"
        placeholder="签字人姓名"
        maxLength={30}
        value={value.name}
        onChange={event => onChange?.({ ...value, name: event.target.value })}
      />
      <Input
        aria-label="签字人电话"
        placeholder="电话，可以不填"
        maxLength={20}
        inputMode="tel"
        value={value.phone}
        onChange={event => onChange?.({ ...value, phone: event.target.value })}
      />
      <SignatureSheet value={value.drawing} onChange={next => onChange?.({ ...value, drawing: next })} />
    </div>
  )
}
