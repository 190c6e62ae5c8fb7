import { factors } from '@drivesim/contract/trust/factors'
import { Alert, App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../api/download.ts'
import { useChange } from '../../../api/query.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { useCopy } from '../../../ui/useCopy.ts'
import styles from './factors.module.css'

interface Props {
  /** How many of those before can still be used. */
  readonly left: number
  readonly onClosed: () => void
}

/** Makes recovery codes and shows them this once. */
export function RecoveryCodes({ left, onClosed }: Props) {
  const { message } = App.useApp()
  const copy = useCopy()
  const [isKept, setKept] = useState(false)
  const renewal = useChange(factors.renewRecoveryCodes, { invalidates: [factors.info] })
  const codes = renewal.data?.codes
  if (codes === undefined) {
    return (
      <DraggableModal
        open
        title="恢复码"
        okText="生成恢复码"
        confirmLoading={renewal.isPending}
        onOk={() => renewal.mutate({})}
        onCancel={onClosed}
      >
        <p>手机丢失或损坏时，用一个恢复码代替第二步验证，每个只能用一次。</p>
        {left > 0 && <Alert type="warning" showIcon title={`重新生成后，原来剩下的 ${left} 个立即作废`} />}
      </DraggableModal>
    )
  }
  const text = codes.join('\n')
  return (
    <DraggableModal
      open
      title="恢复码"
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" disabled={!isKept} onClick={onClosed}>
          完成
        </Button>
      }
    >
      <Alert type="warning" showIcon title="只显示这一次，请现在保存在手机以外的地方" />
      <ol className={styles.codes}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.acts}>
        <Button onClick={() => void copy('恢复码', text)}>复制</Button>
        <Button
          onClick={() => {
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), '恢复码.txt')
            void message.success('已下载')
          }}
        >
          下载
        </Button>
        <Button onClick={() => window.print()}>打印</Button>
      </div>
      <Checkbox checked={isKept} onChange={event => setKept(event.target.checked)}>
        我已妥善保存
      </Checkbox>
    </DraggableModal>
  )
}
