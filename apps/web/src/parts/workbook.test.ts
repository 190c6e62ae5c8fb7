import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cellsOfSheet } from './sheet.ts'
import { workbookToFillIn } from './workbook.ts'

const template = {
  name: '导入模板',
  head: ['姓名', '身份证号'],
  sample: ['示例<甲>&乙', '110105194912310021'],
}

test('what is to be filled in is read as a file is: a long number keeps its digits', async () => {
  expect(await cellsOfSheet(workbookToFillIn(template))).toEqual([template.head, template.sample])
})

test('cells that are still empty are texts, or a spreadsheet would make figures of ID numbers', async () => {
  const files = unzipSync(new Uint8Array(await workbookToFillIn(template).arrayBuffer()))
  const partOf = (path: string) => strFromU8(files[path] ?? new Uint8Array())
  const columns = [...partOf('xl/worksheets/sheet1.xml').matchAll(/<col [^>]*style="(\d)"/g)]
  const styles = [...partOf('xl/styles.xml').matchAll(/<xf numFmtId="(\d+)"/g)].map(([, format]) => format)
  // 49 is a text (ECMA-376, 18.8.30); the first style is that of cells without one.
  expect(columns.map(([, style]) => styles[Number(style) - 1])).toEqual(['49', '49'])
})
