import { ShownOnce } from '../../../ui/ShownOnce.tsx'

interface Props {
  simulatorNum: string
  /** Null where the same request was sent before: the key was shown then. */
  deviceKey: string | null
  /** Missing: the person may not, or has done it long ago. */
  onPrint?: (() => void) | undefined
  onClosed: () => void
}

/** The device key, shown this once: the server keeps only its digest. */
export function DeviceKey({ simulatorNum, deviceKey, onPrint, onClosed }: Props) {
  return (
    <ShownOnce
      title={`设备 ${simulatorNum} 的密钥`}
      what="密钥"
      secret={deviceKey}
      warning="密钥只显示这一次，关闭后不能再查看。请现在填入设备，或保存在安全的地方。"
      lost="密钥已经显示过一次，不能再次查看。如未保存，请在设备列表中更换密钥。"
      note="设备用编号和密钥登录；密钥遗失时可以更换，旧密钥随即失效。"
      next={onPrint && { label: '已保存，打印标签', onAct: onPrint }}
      onClosed={onClosed}
    />
  )
}
