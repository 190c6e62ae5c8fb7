import { factors } from '@drivesim/contract/trust/factors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { makePasskey } from '../../../api/passkeys.ts'
import { keyOf } from '../../../api/query.ts'
import { NameForm } from './NameForm.tsx'

interface Props {
  readonly onDone: () => void
  readonly onClosed: () => void
}

/** Adds a passkey: a name here, the rest in the browser's own dialog. */
export function AddPasskey({ onDone, onClosed }: Props) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: async (name: string) => {
      const { challenge, options } = await call(factors.beginPasskey, undefined, { quiet: true })
      const attestation = await makePasskey(options)
      await call(factors.addPasskey, { challenge, name, attestation }, { quiet: true })
    },
    onSuccess: async () => {
      void message.success('通行密钥已添加，其他设备需要重新登录')
      await client.invalidateQueries({ queryKey: keyOf(factors.info) })
      onDone()
    },
  })
  return (
    <NameForm
      title="添加通行密钥"
      initial={nameOfDevice()}
      verb="继续"
      loading={adding.isPending}
      error={adding.error}
      onNamed={adding.mutate}
      onClosed={onClosed}
    >
      <p>接下来浏览器会请您用指纹、面容或设备密码确认，或插入安全密钥。</p>
    </NameForm>
  )
}

/** What most people would call the device that they sit at. */
function nameOfDevice(): string {
  const { userAgent } = navigator
  const known = [
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['安卓手机', /Android/],
    ['Mac 电脑', /Macintosh/],
    ['Windows 电脑', /Windows/],
  ] as const
  return known.find(([, sign]) => sign.test(userAgent))?.[0] ?? '这台电脑'
}
