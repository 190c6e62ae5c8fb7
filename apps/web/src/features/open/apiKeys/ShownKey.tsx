import { ShownOnce } from '../../../ui/ShownOnce.tsx'

export interface MadeKey {
  readonly name: string
  /** Null where the same request was sent before: the key was shown then. */
  readonly apiKey: string | null
}

/** A new key, shown this once: the server keeps only its digest. */
export function ShownKey({ made: { name, apiKey }, onClosed }: { made: MadeKey; onClosed: () => void }) {
  return (
    <ShownOnce
      title={`接口密钥“${name}”`}
      what="密钥"
      secret={apiKey}
      warning="密钥只显示这一次，关闭后不能再查看。请现在保存到程序的配置里，不要发给别人或写进代码。"
      lost="密钥已经显示过一次，不能再次查看。如未保存，请轮换这个密钥。"
      note="调用时放在请求头 Authorization: Bearer 之后。泄露时请立即停用。"
      onClosed={onClosed}
    />
  )
}
