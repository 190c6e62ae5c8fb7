import { type RetentionTerm, retention } from '@drivesim/contract/privacy/retention'
import type { SettableKind } from '@drivesim/contract/privacy/retentionKinds'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FigureInput } from '../../../ui/form/FigureInput.tsx'
import { number } from '../../../ui/format.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import styles from './privacy.module.css'

type Settable = RetentionTerm & { kind: SettableKind }

/** 保存期限: after how long what is kept of people goes. */
export function TermList() {
  const terms = useQuery(query(retention.list, undefined, { quiet: true }))
  const reason = usePlatformOnly('保存期限')
  const [setting, set] = useState<Settable | null>(null)
  if (terms.error !== null) return <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />
  if (terms.data === undefined) return <PageSkeleton panels={[160, 160, 160]} />
  return (
    <div className={styles.register}>
      <PageHead
        title="保存期限"
        facts={<span>没有设置期限的不清理；设置后每天清理一次到期的内容，清理后不能恢复</span>}
      />
      <div className={styles.terms}>
        {terms.data.map(term => (
          <Panel
            key={term.name}
            title={term.name}
            extra={
              isSettable(term) && (
                <ActButton reason={reason} onClick={() => set(term)}>
                  设置
                </ActButton>
              )
            }
          >
            <Term {...term} />
          </Panel>
        ))}
      </div>
      {setting !== null && <SetTerm term={setting} onClosed={() => set(null)} />}
    </div>
  )
}

const isSettable = (term: RetentionTerm): term is Settable => term.kind !== null

const inMonths = (months: number | null) => (months === null ? '长期' : `${months} 个月`)

function Term({ kind, usual, months, floor, law, from, afterwards, due }: RetentionTerm) {
  const set = months === null ? `没有设置，不清理（建议 ${inMonths(usual)}）` : inMonths(months)
  return (
    <Facts
      items={[
        ['保存', kind === null ? inMonths(usual) : set],
        ['起算', from],
        ['到期后', afterwards],
        ['法定最短', floor === null ? '没有规定' : `${floor} 个月，${law}`],
        ...(due === null
          ? []
          : [[months === null ? '按建议现已到期' : '现已到期', `${number(due)} 条`] as const]),
      ]}
    />
  )
}

function SetTerm({ term, onClosed }: { term: Settable; onClosed: () => void }) {
  const { message } = App.useApp()
  const save = useChange(retention.save, { invalidates: [retention.list], quiet: true })
  const { kind, name, usual, months, version, floor, law } = term
  return (
    <DrawerForm
      title={`设置“${name}”的保存期限`}
      submitText="保存"
      schema={retention.save.input}
      initial={{ kind, version, months: months ?? usual ?? undefined }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={async values => {
        await save.mutateAsync(values)
        void message.success('已保存')
      }}
      onClosed={onClosed}
    >
      <p>
        保存后每天清理到期的内容，清理后不能恢复。
        {term.due !== null &&
          term.due > 0 &&
          `按${inMonths(months ?? usual)}，现有 ${number(term.due)} 条到期。`}
      </p>
      <Field
        name="months"
        help={floor === null ? '清空表示不清理' : `不能少于 ${floor} 个月（${law}）；清空表示不清理`}
      >
        <FigureInput decimals={0} unit="个月" />
      </Field>
    </DrawerForm>
  )
}
