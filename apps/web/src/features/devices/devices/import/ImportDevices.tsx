import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { devices } from '@drivesim/contract/devices/devices/devices'
import type { DataOf } from '@drivesim/contract/endpoint'
import { Alert, Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../../api/download.ts'
import { useChange } from '../../../../api/query.ts'
import { FileDrop } from '../../../../parts/FileDrop.tsx'
import { OrganisationPicker } from '../../../../parts/OrganisationPicker.tsx'
import { TemplateButtons } from '../../../../parts/TemplateButtons.tsx'
import { useBeforeClose } from '../../../../ui/beforeClose.ts'
import { number } from '../../../../ui/format.ts'
import { RecordTable } from '../../../../ui/list/RecordTable.tsx'
import { useNarrow } from '../../../../ui/useNarrow.ts'
import type { Printed } from '../PrintLabels.tsx'
import { deviceReads } from '../reads.ts'
import { deviceTemplate, type FileRow, keysFile, readDevices } from './deviceFile.ts'
import styles from './import.module.css'

type Reply = DataOf<typeof devices.import>
interface Chosen {
  readonly organId: number
  readonly rows: readonly FileRow[]
  readonly refused: Reply['refused']
}

interface Props {
  /** Undefined for who may not. */
  onPrint: ((simulators: readonly Printed[]) => void) | undefined
  onClosed: () => void
}

/** 导入设备: choose a file, see what is wrong with it, add all, and keep the keys. */
export function ImportDevices({ onPrint, onClosed }: Props) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(true)
  const [chosen, choose] = useState<Chosen | null>(null)
  const [added, setAdded] = useState<Reply['keys']>()
  const [saved, setSaved] = useState(false)
  const add = useChange(devices.import, { invalidates: deviceReads, quiet: true })
  useBeforeClose(() => Boolean(added) && !saved)
  const take = async ({ organId, rows }: Chosen) => {
    const reply = await add.mutateAsync({ organId, devices: [...rows] })
    if (reply.refused.length > 0) choose({ organId, rows, refused: reply.refused })
    else setAdded(reply.keys)
  }
  return (
    <Drawer
      title="导入设备"
      open={open}
      size={narrow ? '100%' : 480}
      // Keys that were not saved are gone with it.
      closable={added === undefined || saved}
      keyboard={added === undefined || saved}
      mask={{ closable: false }}
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && onClosed()}
    >
      {added !== undefined ? (
        <Keys keys={added} onPrint={onPrint} onSaved={() => setSaved(true)} />
      ) : chosen === null ? (
        <ChooseDevices onChosen={choose} />
      ) : (
        <div className={styles.result}>
          <Checked chosen={chosen} />
          {add.error !== null && <Alert type="error" showIcon title={add.error.message} />}
          <div className={styles.ends}>
            <Button onClick={() => choose(null)}>换一个文件</Button>
            {chosen.refused.length === 0 && (
              <Button
                type="primary"
                loading={add.isPending}
                onClick={() => void take(chosen).catch(() => undefined)}
              >
                导入 {number(chosen.rows.length)} 台设备
              </Button>
            )}
          </div>
        </div>
      )}
    </Drawer>
  )
}

function ChooseDevices({ onChosen }: { onChosen: (chosen: Chosen) => void }) {
  const [organId, setOrganId] = useState<number>()
  const [problem, setProblem] = useState<string | null>(null)
  const check = useChange(devices.import, { quiet: true })
  const read = async (file: File) => {
    setProblem(null)
    if (organId === undefined) return setProblem('请先选择机构')
    try {
      const rows = await readDevices(file)
      const { refused } = await check.mutateAsync({ organId, devices: rows, dryRun: true })
      onChosen({ organId, rows, refused })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Form layout="vertical">
      <Form.Item label="导入到机构" required htmlFor="import-organ">
        <OrganisationPicker id="import-organ" aria-required="true" value={organId} onChange={setOrganId} />
      </Form.Item>
      <p>
        文件为 Excel（.xlsx，读第一张工作表）或
        CSV，第一行是“设备编号、车牌号、教室、型号”，每行一台设备；教室写已有教室的名称，车牌号和型号可以不填。模板第二行是示例，导入时会自动跳过。
      </p>
      <p>
        <TemplateButtons template={deviceTemplate} />
      </p>
      <FileDrop
        accept=".csv,.xlsx"
        note="先检查，不会马上导入；一次最多 200 台"
        problem={problem}
        busy={check.isPending}
        onFile={file => void read(file)}
      />
    </Form>
  )
}

function Checked({ chosen: { rows, refused } }: { chosen: Chosen }) {
  if (refused.length === 0)
    return <Alert type="info" showIcon title={`${number(rows.length)} 台设备都可以导入`} />
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`${number(refused.length)} 台没有通过检查，改好文件后再选择；现在没有导入任何设备`}
      />
      <RecordTable
        title="没有通过的设备"
        rows={refused}
        rowKey={({ row }) => row}
        columns={[
          { key: 'row', title: '第几台', numeric: true, render: ({ row }) => row },
          { key: 'num', title: '设备编号', render: ({ row }) => rows[row - 1]?.simulatorNum || '（空）' },
          { key: 'why', title: '原因', render: ({ reasons }) => reasons.join('；') },
        ]}
        empty="都通过了检查。"
      />
    </>
  )
}

/** Null where the same request was sent before: the keys were shown then. */
function Keys({
  keys,
  onPrint,
  onSaved,
}: {
  keys: Reply['keys']
  onPrint: Props['onPrint']
  onSaved: () => void
}) {
  if (keys === null)
    return (
      <Alert
        type="warning"
        showIcon
        title="密钥已经显示过一次，不能再次查看。如未保存，请在设备列表中更换密钥。"
      />
    )
  const save = () => {
    saveFile(keysFile(keys), '设备密钥.csv')
    onSaved()
  }
  return (
    <div className={styles.result}>
      <Alert
        type="warning"
        showIcon
        title={`已导入 ${number(keys.length)} 台设备`}
        description="密钥只能在这里下载，关闭后不能再查看。下载后才能关闭这个窗口。"
      />
      <div className={styles.ends}>
        {onPrint !== undefined && (
          <Button icon={<PrinterOutlined />} onClick={() => onPrint(keys)}>
            打印 {number(keys.length)} 张标签
          </Button>
        )}
        <Button type="primary" icon={<DownloadOutlined />} onClick={save}>
          下载密钥
        </Button>
      </div>
    </div>
  )
}
