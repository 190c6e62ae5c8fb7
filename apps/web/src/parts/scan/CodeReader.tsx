import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BlockSkeleton } from '../../ui/states.tsx'
import { cameraForbidden, cameraProblem, closeCamera, hasTorch, openCamera } from './camera.ts'
import { PhotoButton } from './PhotoButton.tsx'
import { watchForCodes } from './readCode.ts'
import styles from './scan.module.css'
import { TorchButton } from './TorchButton.tsx'

export interface CodeReaderProps {
  /** Takes what was read; the next code is looked for when it is done. */
  onCode: (code: string) => Promise<void> | void
}

/** Reads QR codes with the camera for as long as it is on the screen; where there is no camera, from a photo. */
export default function CodeReader({ onCode }: CodeReaderProps) {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the camera anew
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const open = async () => {
      const opened = await openCamera()
      signal.addEventListener('abort', () => closeCamera(opened))
      if (!signal.aborted) return setStream(opened)
      // Who left while it was opened is not looked at.
      closeCamera(opened)
    }
    const forbidden = cameraForbidden()
    setProblem(forbidden)
    if (forbidden === null) open().catch(error => signal.aborted || setProblem(cameraProblem(error)))
    return () => {
      left.abort()
      setStream(null)
    }
  }, [attempt])

  if (problem !== null)
    return (
      <div className={styles.reader}>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
        <div className={styles.acts}>
          <Button icon={<ReloadOutlined />} onClick={() => setAttempt(attempt + 1)}>
            重试
          </Button>
          <PhotoButton onCode={onCode} />
        </div>
      </div>
    )
  return (
    <div className={styles.reader}>
      {stream === null ? <BlockSkeleton height={240} /> : <Sight stream={stream} onCode={onCode} />}
      <p className="ui-quiet" role="status">
        {stream === null ? '正在打开相机，请允许使用' : '将标签上的二维码放进画面，自动识别'}
      </p>
      {stream !== null && hasTorch(stream) && <TorchButton stream={stream} />}
    </div>
  )
}

/** What the camera sees, and is looked through for codes. */
function Sight({ stream, onCode }: CodeReaderProps & { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  const take = useEffectEvent((code: string) => {
    navigator.vibrate?.(60)
    return onCode(code)
  })
  useEffect(() => {
    const shown = video.current
    if (shown === null) return
    shown.srcObject = stream
    const left = new AbortController()
    void watchForCodes(shown, left.signal, code => take(code))
    return () => left.abort()
  }, [stream])
  return (
    <div className={styles.sight}>
      <video ref={video} autoPlay playsInline muted aria-label="相机画面" />
    </div>
  )
}
