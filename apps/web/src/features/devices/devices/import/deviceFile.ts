import { deviceImportErrors, mostImportedDevices } from '@drivesim/contract/devices/devices/deviceImport'
import { cleanCell, FileProblem, fileOfCells, type Template } from '../../../../parts/cells.ts'
import { cellsInFile } from '../../../../parts/fileCells.ts'

/** The columns of a file, in the order of the template, and the field that each is. */
const fileColumns = [
  ['设备编号', 'simulatorNum'],
  ['车牌号', 'carNum'],
  ['教室', 'roomName'],
  ['型号', 'model'],
] as const
type Field = (typeof fileColumns)[number][1]
export type FileRow = Readonly<Record<Field, string>>

/** The row that the template begins with; left there, it is passed over. */
const sample: FileRow = {
  simulatorNum: '示例-导入时跳过',
  carNum: '粤A1001学',
  roomName: '一号教室',
  model: 'T2',
}

const largest = 5 * 1024 * 1024
const longestCell = 100

/** The devices of a CSV file or of a workbook's first sheet. @throws FileProblem */
export async function readDevices(file: File): Promise<FileRow[]> {
  if (file.size > largest) throw new FileProblem(deviceImportErrors.deviceFileLarge.sentence())
  return rowsOf(await cellsInFile(file))
}

/** @throws FileProblem */
export function rowsOf([head = [], ...body]: readonly (readonly string[])[]): FileRow[] {
  const titles = head.map(cleanCell)
  const missing = fileColumns.map(([title]) => title).filter(title => !titles.includes(title))
  if (missing.length > 0) {
    throw new FileProblem(deviceImportErrors.deviceColumnsMissing.sentence(missing.join('、')))
  }
  const place = new Map(fileColumns.map(([title, field]) => [field, titles.indexOf(title)]))
  const rows = body
    .filter(cells => cells.some(cell => cell.trim() !== ''))
    .map((cells): FileRow => {
      const cellOf = (field: Field) => cleanCell(cells[place.get(field) ?? -1] ?? '').slice(0, longestCell)
      return {
        simulatorNum: cellOf('simulatorNum'),
        carNum: cellOf('carNum'),
        roomName: cellOf('roomName'),
        model: cellOf('model'),
      }
    })
    .filter(({ simulatorNum }) => simulatorNum !== sample.simulatorNum)
  if (rows.length === 0) throw new FileProblem(deviceImportErrors.deviceFileEmpty.sentence())
  if (rows.length > mostImportedDevices) throw new FileProblem(deviceImportErrors.deviceFileLong.sentence())
  return rows
}

export const deviceTemplate: Template = {
  name: '设备导入模板',
  head: fileColumns.map(([title]) => title),
  sample: fileColumns.map(([, field]) => sample[field]),
}

/** The keys of devices, as one file. */
export const keysFile = (keys: readonly { simulatorNum: string; deviceKey: string }[]) =>
  fileOfCells(
    ['设备编号', '设备密钥'],
    keys.map(({ simulatorNum, deviceKey }) => [simulatorNum, deviceKey]),
  )
