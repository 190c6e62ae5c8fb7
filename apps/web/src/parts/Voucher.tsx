import { DeleteOutlined } from '@ant-design/icons'
import { vouchers } from '@drivesim/contract/money/vouchers'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { upload } from '../api/call.ts'
import { query } from '../api/query.ts'
import { Picture } from '../ui/picture/Picture.tsx'
import { BlockSkeleton } from '../ui/states.tsx'
import styles from './picture.module.css'
import { UploadButton } from './UploadButton.tsx'
import type { Sending } from './useUpload.ts'

/** Its address is good for five minutes; what stays open asks for a new one before. */
const renewMs = 240_000
const height = 120

/** A voucher, small; pressed, it opens whole in another window. */
export function Voucher({ voucherId, alt }: { voucherId: number; alt: string }) {
  const address = useQuery({
    ...query(vouchers.url, { voucherId }, { quiet: true }),
    staleTime: renewMs,
    gcTime: renewMs,
    refetchInterval: renewMs,
  })
  if (address.error !== null) return <span className="ui-quiet">{address.error.message}</span>
  if (address.data === undefined) return <BlockSkeleton height={height} />
  return (
    <a
      className={styles.voucher}
      href={address.data.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`查看${alt}`}
    >
      <Picture src={address.data.url} alt={alt} height={height} />
    </a>
  )
}

interface Props {
  /** What it is called: `合同附件`. */
  what: string
  id?: string
  value?: number | null
  onChange?: (voucherId: number | null) => void
}

/** A voucher in a form: it is uploaded when it is chosen, and used when the form is submitted. */
export function VoucherField({ what, id, value, onChange }: Props) {
  const send = async (file: File, sending: Sending) => {
    const { voucherId } = await upload(vouchers.upload, file, { quiet: true, ...sending })
    onChange?.(voucherId)
  }
  const chosen = typeof value === 'number'
  return (
    <div className={styles.voucherField}>
      {chosen && <Voucher voucherId={value} alt={what} />}
      <div className={styles.voucherActs}>
        <UploadButton id={id} what={what} verb={chosen ? `更换${what}` : `上传${what}`} onFile={send} />
        {chosen && (
          <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(null)}>
            移除{what}
          </Button>
        )}
      </div>
    </div>
  )
}
