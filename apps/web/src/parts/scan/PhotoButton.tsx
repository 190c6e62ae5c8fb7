import { CameraOutlined } from '@ant-design/icons'
import { pictureTypes } from '@drivesim/contract/pictures'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { codeInFile } from './readCode.ts'
import styles from './scan.module.css'

interface Props {
  onCode: (code: string) => Promise<void> | void
}

/** Reads a label from a photo, which a phone takes at once. */
export function PhotoButton({ onCode }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (photo: File | undefined) => {
    if (photo === undefined) return
    setReading(true)
    // What is no picture has no code either: the sentence is the same.
    const code = await codeInFile(photo).catch(() => null)
    setProblem(code === null ? '照片中没有识别到二维码，请靠近标签、对准后重拍' : null)
    if (code !== null) await onCode(code)
    setReading(false)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
        capture="environment"
        aria-label="标签照片"
        onChange={event => {
          void read(event.target.files?.[0])
          // The same photo chosen again is a choice too.
          event.target.value = ''
        }}
      />
      <Button icon={<CameraOutlined />} loading={reading} onClick={() => input.current?.click()}>
        拍照识别
      </Button>
      {problem !== null && (
        <p className={styles.problem} role="status">
          {problem}
        </p>
      )}
    </>
  )
}
