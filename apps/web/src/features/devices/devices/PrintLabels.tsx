import type { SimulatorRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQueries } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Label } from './Label.tsx'
import styles from './labels.module.css'

/** Whose label is printed. */
export type Printed = Pick<SimulatorRow, 'simulatorId'>

interface Props {
  simulators: readonly Printed[]
  onClosed: () => void
}

/** QR labels of one or several simulators, 50 × 30 mm each, laid out on A4. */
export function PrintLabels({ simulators, onClosed }: Props) {
  const codes = useQueries({
    queries: simulators.map(({ simulatorId }) => query(devices.qrCode, { simulatorId }, { quiet: true })),
  })
  const failed = codes.find(code => code.error !== null)
  const ready = codes.flatMap(code => (code.data === undefined ? [] : [code.data]))
  return (
    <PrintDialog
      title={`打印标签（${simulators.length} 张）`}
      className="label-print"
      width={720}
      above={
        <p className="ui-quiet">
          每张 50 × 30 毫米，排在 A4 纸上。打印时请选择“实际大小”，不要缩放；贴在设备正面便于扫码的位置。
        </p>
      }
      waits={failed === undefined && ready.length < simulators.length}
      instead={
        failed?.error ? (
          <ErrorState
            error={failed.error}
            onRetry={() => {
              for (const code of codes) if (code.error !== null) void code.refetch()
            }}
          />
        ) : undefined
      }
      onClosed={onClosed}
    >
      <div className={styles.sheet}>
        {ready.map(code => (
          <Label key={code.simulatorNum} code={code} />
        ))}
      </div>
    </PrintDialog>
  )
}
