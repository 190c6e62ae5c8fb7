import { ShownOnce } from '../../../ui/ShownOnce.tsx'

interface Props {
  name: string
  /** Null where the same request was sent before: it was shown then. */
  secret: string | null
  /** It takes the place of another. */
  rotated: boolean
  onClosed: () => void
}

/** What an endpoint's receiver verifies with, shown this once. */
export function SigningSecret({ name, secret, rotated, onClosed }: Props) {
  return (
    <ShownOnce
      title={`“${name}”的签名密钥`}
      what="密钥"
      secret={secret}
      warning="密钥只显示这一次，关闭后不能再查看。请现在填入接收方，或保存在安全的地方。"
      lost="密钥已经显示过一次，不能再次查看。如未保存，请轮换密钥。"
      note={
        rotated
          ? '接下来 24 小时新旧密钥同时签名，请在此期间更换接收方的密钥。'
          : '接收方用它核对推送确实来自本系统，且没有被改动。'
      }
      onClosed={onClosed}
    />
  )
}
