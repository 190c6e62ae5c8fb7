import { DownloadOutlined } from '@ant-design/icons'
import { localTime } from '@drivesim/contract/businessDay'
import { type PersonRow, type PersonSection, persons } from '@drivesim/contract/privacy/persons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../api/download.ts'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import paper from '../../../ui/paper.module.css'

/** A person's file as it was answered; null: the answer came once already. */
interface Answered {
  readonly madeAt: string
  readonly sections: readonly PersonSection[] | null
}

/** 导出个人信息: asks why, then shows all that is kept of the person, to be printed or saved. The server keeps no file of it. */
export function PersonFile({ person, onClosed }: { person: PersonRow; onClosed: () => void }) {
  const make = useChange(persons.file, { quiet: true })
  const [made, setMade] = useState<Answered | null>(null)
  if (made !== null) return <Made person={person} made={made} onClosed={onClosed} />
  return (
    <DrawerForm
      title={`导出“${person.studentName}”的个人信息`}
      submitText="导出"
      schema={persons.file.input}
      initial={{ studentId: person.studentId }}
      loading={make.isPending}
      submitError={make.error}
      onSubmit={async values => setMade(await make.mutateAsync(values))}
      onClosed={onClosed}
    >
      <p>
        内容包括完整的手机号和身份证号，只交给本人；谁在何时导出、为什么，会记入安全日志。服务器不保存这份文件。
      </p>
      <Field name="reason">
        <Input.TextArea rows={3} maxLength={200} placeholder="如 本人到校要求查阅复制" />
      </Field>
    </DrawerForm>
  )
}

interface MadeProps {
  person: PersonRow
  made: Answered
  onClosed: () => void
}

function Made({ person, made: { madeAt, sections }, onClosed }: MadeProps) {
  const name = `${person.studentName} 的个人信息`
  const save = () => {
    const json = JSON.stringify({ name: person.studentName, madeAt, sections }, null, 2)
    saveFile(new Blob([`${json}\n`], { type: 'application/json' }), `${name}.json`)
  }
  return (
    <PrintDialog
      title={name}
      className="person-print"
      numbered
      above={
        sections !== null && (
          <p>
            <Button icon={<DownloadOutlined />} onClick={save}>
              下载 JSON
            </Button>
          </p>
        )
      }
      onClosed={onClosed}
      instead={sections === null ? <p>内容已经显示过一次，请关闭后重新导出。</p> : undefined}
    >
      {sections !== null && (
        <article className={paper.sheet}>
          <header>
            <h1>{name}</h1>
            <p>{localTime(madeAt)}</p>
          </header>
          {sections.map(section => (
            <Section key={section.title} {...section} />
          ))}
        </article>
      )}
    </PrintDialog>
  )
}

/** One row is a list of facts; several are a table of what any of them says. */
function Section({ title, heads, rows, more }: PersonSection) {
  const said = heads.flatMap((head, place) =>
    rows.some(row => row[place] !== null) ? [{ head, place }] : [],
  )
  return (
    <section>
      <h2>
        {title}（{rows.length} 条）
      </h2>
      <table>
        <thead>
          <tr>
            {said.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sheet stay where they are
            <tr key={line}>
              {said.map(({ head, place }) => (
                <td key={head}>{row[place] ?? '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>这里只列出最近的 {rows.length} 条，其余请在相应列表中导出。</p>}
    </section>
  )
}
