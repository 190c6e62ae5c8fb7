import { DownloadOutlined } from '@ant-design/icons'
import { saveFile } from '../api/download.ts'
import { Button } from '../ui/speed/Button.tsx'
import { fileOfCells, type Template } from './cells.ts'
import { workbookToFillIn } from './workbook.ts'

/** Saves the file to fill in: as a workbook, which most people have a program for, beside it as CSV. */
export function TemplateButtons({ template }: { template: Template }) {
  const { name, head, sample } = template
  return (
    <span className="ui-joined">
      <Button
        icon={<DownloadOutlined />}
        onClick={() => saveFile(workbookToFillIn(template), `${name}.xlsx`)}
      >
        下载模板
      </Button>
      <Button
        title="下载模板为 CSV 文件"
        onClick={() => saveFile(fileOfCells(head, [sample]), `${name}.csv`)}
      >
        CSV
      </Button>
    </span>
  )
}
