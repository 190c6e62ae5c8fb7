import { factorKinds } from '@drivesim/contract/trust/factorKinds'
import type { OwnFactor } from '@drivesim/contract/trust/factorShapes'
import { factors } from '@drivesim/contract/trust/factors'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import styles from './factors.module.css'
import { NameForm } from './NameForm.tsx'

/** One's factors, the one used last first. */
export function FactorList({ factors: list }: { readonly factors: readonly OwnFactor[] }) {
  const { message } = App.useApp()
  const ask = useConfirm()
  const [renamed, setRenamed] = useState<OwnFactor | null>(null)
  const removal = useChange(factors.remove, { invalidates: [factors.info] })
  const naming = useChange(factors.rename, { invalidates: [factors.info], quiet: true })
  const remove = ({ factorId, name }: OwnFactor) =>
    ask({
      title: `删除“${name}”？`,
      consequence:
        list.length === 1
          ? '这是您唯一的验证方式。删除后登录只需要密码，恢复码也随之作废。'
          : '删除后不能再用它登录，其他验证方式不受影响。',
      verb: '删除验证方式',
      danger: true,
      run: async () => {
        await removal.mutateAsync({ factorId })
        void message.success('已删除')
      },
    })
  return (
    <ul className={styles.list}>
      {list.map(factor => (
        <li key={factor.factorId}>
          <div>
            <span>{factor.name}</span>
            <span className={`ui-quiet ${styles.kind}`}>{factorKinds[factor.kind]}</span>
            <p className="ui-quiet">
              添加于 <DateTime at={factor.createdAt} /> ·{' '}
              {factor.lastUsedAt === null ? (
                '还没有用过'
              ) : (
                <>
                  最近使用 <RelativeTime at={factor.lastUsedAt} />
                </>
              )}
            </p>
          </div>
          <Button size="small" aria-label={`重命名 ${factor.name}`} onClick={() => setRenamed(factor)}>
            重命名
          </Button>
          <Button size="small" danger aria-label={`删除 ${factor.name}`} onClick={() => void remove(factor)}>
            删除
          </Button>
        </li>
      ))}
      {renamed !== null && (
        <NameForm
          title="重命名验证方式"
          initial={renamed.name}
          verb="保存"
          loading={naming.isPending}
          error={naming.error}
          onClosed={() => setRenamed(null)}
          onNamed={name =>
            naming.mutate({ factorId: renamed.factorId, name }, { onSuccess: () => setRenamed(null) })
          }
        />
      )}
    </ul>
  )
}
