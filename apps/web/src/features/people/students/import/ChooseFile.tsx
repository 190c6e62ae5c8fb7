import { studentErrors } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { Form } from 'antd'
import { useState } from 'react'
import { ConsentCheck, type Given } from '../../../../parts/ConsentCheck.tsx'
import { isWorkbook } from '../../../../parts/cells.ts'
import { FileDrop } from '../../../../parts/FileDrop.tsx'
import { SchoolPicker } from '../../../../parts/SchoolPicker.tsx'
import { TemplateButtons } from '../../../../parts/TemplateButtons.tsx'
import styles from './import.module.css'
import { startImport } from './importJob.ts'
import { studentTemplate } from './studentFile.ts'

const isCsv = ({ name }: File) => name.toLowerCase().endsWith('.csv')

/** The first step: which school, which file. */
export function ChooseFile() {
  const [schoolId, setSchoolId] = useState<number>()
  const [consent, setConsent] = useState<Given>()
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File) => {
    const school = students.import.input.shape.schoolId.safeParse(schoolId)
    if (!isWorkbook(file) && !isCsv(file)) setProblem(studentErrors.notCsv.sentence())
    else if (!school.success) setProblem('请先选择驾校')
    else void startImport(file, { schoolId: school.data, consent })
  }
  return (
    <Form layout="vertical">
      <Form.Item label="导入到驾校" required htmlFor="import-school">
        <SchoolPicker id="import-school" aria-required="true" value={schoolId} onChange={setSchoolId} />
      </Form.Item>
      <p>
        文件为 Excel（.xlsx，读第一张工作表）或
        CSV，第一行是“姓名、手机号、身份证号、驾照类型”，每行一名学员；身份证号可以不填，驾照类型填 C1 或
        C2；还可以有“标签”（几个之间用顿号）和“教练”（本驾校在职教练的姓名）两列。模板的各列已设为文本，第二行是示例，导入时会自动跳过；用自己的表格时，请把身份证号一列设为文本。
      </p>
      <p>
        <TemplateButtons template={studentTemplate} />
      </p>
      <div className={styles.consent}>
        <ConsentCheck who="本批学员" value={consent} onChange={setConsent} />
      </div>
      <FileDrop
        accept=".csv,.xlsx"
        note="先检查，不会马上导入；一次最多 200,000 名"
        problem={problem}
        onFile={take}
      />
    </Form>
  )
}
