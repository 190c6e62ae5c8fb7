import { describeIssue } from '@drivesim/contract/issues'
import {
  type ImportedStudent,
  importedStudent,
  repeatedRows,
  studentErrors,
} from '@drivesim/contract/people/students/studentShapes'
import { cleanCell, FileProblem, fileOfCells, type Template } from '../../../../parts/cells.ts'
import { number } from '../../../../ui/format.ts'

/** The columns of a file, in the order of the template, and the field that each is. */
const fileColumns = [
  ['姓名', 'userName'],
  ['手机号', 'userPhone'],
  ['身份证号', 'idNumber'],
  ['驾照类型', 'gearType'],
  ['标签', 'tags'],
  ['教练', 'coachName'],
] as const
/** Files of before have them not. */
const optionalColumns: ReadonlySet<string> = new Set<Field>(['tags', 'coachName'])
type Field = (typeof fileColumns)[number][1]
/** One row as the file has it. */
export type FileRow = Readonly<Record<Field, string>>

export interface NumberedRow {
  /** As a spreadsheet numbers it: the head is 1. */
  line: number
  row: FileRow
}
export interface RefusedRow extends NumberedRow {
  reasons: readonly string[]
}

/** The row that the template begins with; whoever leaves it there is not told that it is no student. */
const sample: FileRow = {
  userName: '示例学员（导入时跳过）',
  userPhone: '13800000000',
  // Of GB 11643; its last character keeps a spreadsheet from taking it for a figure.
  idNumber: '11010519491231002X',
  gearType: 'C1',
  tags: '周末、VIP',
  coachName: '',
}

/** Longer cells are wrong in any column, and would make the parts sent too large. */
const longestCell = 100
const mostRows = 200_000

/** The rows of a file; empty ones and the template's sample are passed over, and count in the numbers. @throws FileProblem */
export function readRows([head = [], ...body]: readonly (readonly string[])[]): NumberedRow[] {
  const placeOf = columnsOf(head)
  const rows = body.flatMap((cells, index) => {
    if (cells.every(cell => cell.trim() === '')) return []
    const cellOf = (field: Field) => cleanCell(cells[placeOf[field]] ?? '').slice(0, longestCell)
    if (cellOf('userName') === sample.userName) return []
    const row = {
      userName: cellOf('userName'),
      userPhone: cellOf('userPhone').replace(/[\s-]/g, ''),
      idNumber: cellOf('idNumber'),
      gearType: cellOf('gearType').replace(/^(c[12]).*$/i, (_, gear: string) => gear.toUpperCase()),
      tags: cellOf('tags'),
      coachName: cellOf('coachName'),
    }
    return [{ line: index + 2, row }]
  })
  if (rows.length === 0) throw new FileProblem(studentErrors.importEmpty.sentence())
  if (rows.length > mostRows) throw new FileProblem(studentErrors.importTooLong.sentence(number(mostRows)))
  return rows
}

function columnsOf(head: readonly string[]): Record<Field, number> {
  const titles = head.map(cleanCell)
  const missing = fileColumns
    .filter(([title, field]) => !optionalColumns.has(field) && !titles.includes(title))
    .map(([title]) => title)
  if (missing.length > 0) {
    throw new FileProblem(studentErrors.importColumnsMissing.sentence(missing.join('、')))
  }
  const place = (title: string) => titles.indexOf(title)
  return {
    userName: place('姓名'),
    userPhone: place('手机号'),
    idNumber: place('身份证号'),
    gearType: place('驾照类型'),
    tags: place('标签'),
    coachName: place('教练'),
  }
}

/** A row as the server takes it: tags stand in one cell. */
export const formOf = ({ tags, ...row }: FileRow) => ({
  ...row,
  tags: tags
    .split(/[,，、;；]/)
    .map(tag => tag.trim())
    .filter(tag => tag !== ''),
})

/** Checks every row alone and beside the others, as the server will. */
export function checkRows(rows: readonly NumberedRow[]): { good: NumberedRow[]; refused: RefusedRow[] } {
  const problems = new Map<number, string[]>()
  const forms = rows.map(({ row }, index): ImportedStudent | null => {
    const checked = importedStudent.safeParse(formOf(row), { reportInput: true })
    if (checked.success) return checked.data
    problems.set(index, [
      ...new Set(checked.error.issues.map(issue => describeIssue(importedStudent, [issue]))),
    ])
    return null
  })
  for (const [index, reasons] of repeatedRows(forms, index => rows[index]?.line ?? 0)) {
    problems.set(index, reasons)
  }
  const refused = rows.flatMap((row, index) => {
    const reasons = problems.get(index)
    return reasons === undefined ? [] : [{ ...row, reasons }]
  })
  return { good: rows.filter((_, index) => !problems.has(index)), refused }
}

export const studentTemplate: Template = {
  name: '学员导入模板',
  head: fileColumns.map(([title]) => title),
  sample: fileColumns.map(([, field]) => sample[field]),
}

/** The refused rows as they were, each with its number and reasons: mended, it can be imported as it is. */
export function refusedFile(refused: readonly RefusedRow[]): Blob {
  const lines = refused.map(({ line, row, reasons }) => [
    ...fileColumns.map(([, field]) => row[field]),
    String(line),
    reasons.join('；'),
  ])
  return fileOfCells([...fileColumns.map(([title]) => title), '行号', '原因'], lines)
}
