import { factorErrors } from '@drivesim/contract/trust/factorErrors'
import { secondSteps } from '@drivesim/contract/trust/factorKinds'
import { factors, type ProofMethod } from '@drivesim/contract/trust/factors'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, isSilent } from '../../../api/callError.ts'
import { canUsePasskeys, signWithPasskey } from '../../../api/passkeys.ts'
import { askProvider, providerName } from '../../../api/provider.ts'
import { query } from '../../../api/query.ts'
import { renewTokens } from '../../../api/session.ts'
import { aboveDialogs, DraggableModal } from '../../../ui/DraggableModal.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import styles from './factors.module.css'

interface Props {
  readonly onDone: () => void
  readonly onCancelled: () => void
}

const words = { ...secondSteps, password: '登录密码', provider: providerName() ?? '单点登录' } as const

/** 再次验证身份, before an act that is not for whoever finds the screen unlocked. */
export default function ProofDialog({ onDone, onCancelled }: Props) {
  const begun = useQuery({
    ...query(factors.beginProof, undefined, { quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [chosen, setChosen] = useState<ProofMethod | null>(null)
  const usable = (begun.data?.methods ?? []).filter(
    method => method !== 'passkey' || (begun.data?.passkey !== null && canUsePasskeys()),
  )
  const method = chosen ?? usable[0]
  const proving = useMutation({
    mutationFn: async (given: { password?: string; code?: string }) => {
      if (begun.data === undefined || method === undefined) return
      const { challenge, passkey, providerUrl } = begun.data
      const asked =
        method === 'passkey' && passkey !== null
          ? { assertion: await signWithPasskey(passkey) }
          : method === 'provider' && providerUrl !== null
            ? { provider: await askProvider(providerUrl) }
            : given
      renewTokens(await call(factors.prove, { challenge, method, ...asked }, { quiet: true }))
    },
    onSuccess: onDone,
    onError: error => {
      const isOver = error instanceof CallError && error.code === factorErrors.challengeOver.code
      if (isOver) void begun.refetch()
    },
  })
  return (
    <DraggableModal open title="再次验证身份" footer={null} zIndex={aboveDialogs} onCancel={onCancelled}>
      <p>为保护账号和数据，请验证身份后继续。</p>
      {begun.isPending && <RowsSkeleton rows={2} />}
      {begun.error !== null && <ErrorState error={begun.error} onRetry={() => void begun.refetch()} />}
      {proving.error !== null && !isSilent(proving.error) && (
        <Alert className="ui-form-error" type="error" showIcon title={proving.error.message} />
      )}
      {begun.data !== undefined && method === undefined && (
        <Alert type="warning" showIcon title={factorErrors.passkeyImpossible.sentence()} />
      )}
      {method === 'passkey' && (
        <Button block type="primary" autoFocus loading={proving.isPending} onClick={() => proving.mutate({})}>
          使用通行密钥
        </Button>
      )}
      {method === 'provider' && (
        <Button block type="primary" autoFocus loading={proving.isPending} onClick={() => proving.mutate({})}>
          用{words.provider}验证
        </Button>
      )}
      {method !== undefined && method !== 'passkey' && method !== 'provider' && (
        <Form layout="vertical" className="ui-form" onFinish={proving.mutate}>
          <Form.Item
            name="password"
            label="登录密码"
            rules={[{ required: true, message: '登录密码不能为空' }]}
          >
            <Input.Password autoFocus autoComplete="current-password" />
          </Form.Item>
          {method !== 'password' && (
            <Form.Item
              name="code"
              label={words[method]}
              rules={[{ required: true, message: `${words[method]}不能为空` }]}
            >
              <Input autoComplete="one-time-code" inputMode={method === 'totp' ? 'numeric' : 'text'} />
            </Form.Item>
          )}
          <Button block type="primary" htmlType="submit" loading={proving.isPending}>
            验证
          </Button>
        </Form>
      )}
      <div className={styles.acts}>
        {usable
          .filter(other => other !== method)
          .map(other => (
            <Button key={other} type="link" size="small" onClick={() => setChosen(other)}>
              改用{words[other]}
            </Button>
          ))}
      </div>
    </DraggableModal>
  )
}
