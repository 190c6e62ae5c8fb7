import { ScanOutlined } from '@ant-design/icons'
import { labelIn, labelPath } from '@drivesim/contract/devices/devices/deviceLabel'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { CameraReader } from './CameraReader.tsx'
import styles from './scan.module.css'

/** 扫码 on a phone: opens what the label of the device before one leads to. */
export function ScanDevice() {
  const narrow = useNarrow()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [foreign, setForeign] = useState(false)
  if (!narrow) return null
  const close = () => {
    setOpen(false)
    setForeign(false)
  }
  const read = (code: string) => {
    const label = labelIn(code)
    setForeign(label === null)
    if (label === null) return
    close()
    void navigate(labelPath(label))
  }
  return (
    <>
      <Button icon={<ScanOutlined />} onClick={() => setOpen(true)}>
        扫码
      </Button>
      <DraggableModal title="扫描设备标签" open={open} footer={null} destroyOnHidden onCancel={close}>
        <CameraReader onCode={read} />
        {foreign && (
          <p className={styles.problem} role="alert">
            这不是设备标签，请扫描设备上的二维码
          </p>
        )}
      </DraggableModal>
    </>
  )
}
