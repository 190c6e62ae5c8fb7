import { Alert, App, Button, Typography } from 'antd'
import { copyText } from '../../ui/copyText.ts'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import './labels.css'

interface Props {
  simulatorNum: string
  /** Null where the same request was sent before: the key was shown then. */
  deviceKey: string | null
  onClosed: () => void
}

/** The device key, shown this once: the server keeps only its digest. */
export function DeviceKey({ simulatorNum, deviceKey, onClosed }: Props) {
  const { message } = App.useApp()
  const copy = async (key: string) => {
    if (await copyText(key)) message.success('密钥已复制')
    else message.error('浏览器不允许复制，请选中密钥后手动复制')
  }
  return (
    <DraggableModal
      open
      title={`设备 ${simulatorNum} 的密钥`}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClosed}>
          已保存，关闭
        </Button>
      }
    >
      {deviceKey === null ? (
        <Alert
          type="warning"
          showIcon
          title="密钥已经显示过一次，不能再次查看。如未保存，请在设备列表中更换密钥。"
        />
      ) : (
        <>
          <Alert
            type="warning"
            showIcon
            title="密钥只显示这一次，关闭后不能再查看。请现在填入设备，或保存在安全的地方。"
          />
          <div className="device-key">
            <Typography.Text code className="device-key-text">
              {deviceKey}
            </Typography.Text>
            <Button onClick={() => void copy(deviceKey)}>复制密钥</Button>
          </div>
          <p className="ui-quiet">设备用编号和密钥登录；密钥遗失时可以更换，旧密钥随即失效。</p>
        </>
      )}
    </DraggableModal>
  )
}
