import { DownloadOutlined, FileExcelOutlined, UploadOutlined } from '@ant-design/icons'
import { studentErrors } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { Alert, Button, Form, Upload } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../../api/download.ts'
import { ConsentCheck, type Given } from '../../../../parts/ConsentCheck.tsx'
import { SchoolPicker } from '../../../../parts/SchoolPicker.tsx'
import styles from './import.module.css'
import { startImport } from './importJob.ts'
import type { ToRead } from './reader.worker.ts'
import { templateFile } from './studentFile.ts'

const kinds = {
  csv: { ending: '.csv', wrong: studentErrors.notCsv },
  workbook: { ending: '.xlsx', wrong: studentErrors.notWorkbook },
}

/** The first step: which school, which file. */
export function ChooseFile() {
  const [schoolId, setSchoolId] = useState<number>()
  const [consent, setConsent] = useState<Given>()
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File, kind: ToRead['kind']) => {
    const school = students.import.input.shape.schoolId.safeParse(schoolId)
    const { ending, wrong } = kinds[kind]
    if (!file.name.toLowerCase().endsWith(ending)) setProblem(wrong.sentence())
    else if (!school.success) setProblem('请先选择驾校')
    else void startImport({ file, kind }, { schoolId: school.data, consent })
    return false
  }
  return (
    <Form layout="vertical">
      <Form.Item label="导入到驾校" required htmlFor="import-school">
        <SchoolPicker id="import-school" aria-required="true" value={schoolId} onChange={setSchoolId} />
      </Form.Item>
      <p>
        文件为 CSV
        格式，第一行是“姓名、手机号、身份证号、驾照类型”，每行一名学员；身份证号可以不填，驾照类型填 C1 或
        C2；还可以有“标签”（几个之间用顿号）和“教练”（本驾校在职教练的姓名）两列。用表格软件填写时，请把身份证号一列设为文本。模板第二行是示例，导入时会自动跳过。
      </p>
      <p>
        <Button icon={<DownloadOutlined />} onClick={() => saveFile(templateFile(), '学员导入模板.csv')}>
          下载模板
        </Button>
      </p>
      <div className={styles.consent}>
        <ConsentCheck who="本批学员" value={consent} onChange={setConsent} />
      </div>
      {problem !== null && <Alert className={styles.problem ?? ''} type="error" showIcon title={problem} />}
      <Upload.Dragger accept=".csv" showUploadList={false} beforeUpload={file => take(file, 'csv')}>
        <UploadOutlined className={styles.icon} aria-hidden />
        <p>点击选择文件，或拖到这里</p>
        <p className="ui-quiet">先检查，不会马上导入；一次最多 200,000 名</p>
      </Upload.Dragger>
      <p className={styles.other}>
        <Upload accept=".xlsx" showUploadList={false} beforeUpload={file => take(file, 'workbook')}>
          <Button icon={<FileExcelOutlined />}>从 Excel 导入</Button>
        </Upload>
        <span className="ui-quiet">读第一张工作表，列和模板相同</span>
      </p>
    </Form>
  )
}
