import { BulbOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import { setTorch } from './camera.ts'

/** The lamp beside the camera, for labels in the dark. */
export function TorchButton({ stream }: { stream: MediaStream }) {
  const { message } = App.useApp()
  const [lit, setLit] = useState(false)
  const turn = async () => {
    try {
      await setTorch(stream, !lit)
      setLit(!lit)
    } catch {
      void message.error('灯没有切换，可能正被其他应用使用，请关闭后重试')
    }
  }
  return (
    <Button icon={<BulbOutlined />} aria-pressed={lit} onClick={() => void turn()}>
      {lit ? '关灯' : '开灯'}
    </Button>
  )
}
