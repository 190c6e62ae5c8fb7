import { studentErrors } from '@drivesim/contract/people/students/studentShapes'
import { expect, it } from 'vitest'
import { cellsOf, decode, fileOfCells } from '../../../../parts/cells.ts'
import { cellsOfSheet } from '../../../../parts/sheet.ts'
import { workbookToFillIn } from '../../../../parts/workbook.ts'
import { checkRows, formOf, readRows, refusedFile, studentTemplate } from './studentFile.ts'

const rowsOf = (text: string) => readRows(cellsOf(text))

const head = '姓名,手机号,身份证号,驾照类型'
const utf8 = (text: string) => new TextEncoder().encode(text)

/** As Excel in China saves a CSV file; the platform only decodes GBK. */
function gbk(text: string): Uint8Array {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, number[]>()
  for (let first = 0x81; first <= 0xfe; first += 1) {
    for (let second = 0x40; second <= 0xfe; second += 1) {
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
    }
  }
  return Uint8Array.from(
    [...text].flatMap(character => codes.get(character) ?? [character.codePointAt(0) ?? 0]),
  )
}

it.each([
  ['UTF-8', utf8(head)],
  ['UTF-8 with its mark', utf8(`\ufeff${head}`)],
  ['GBK', gbk(head)],
  ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${head}`, 'utf16le'))],
])('a file in %s is read', (_, bytes) => {
  expect(decode(bytes)).toBe(head)
})

it('what is no text is no CSV file, in the words of the spec', () => {
  expect(studentErrors.notCsv.sentence()).toBe('[Format Error]: you did not upload a Csv file')
  for (const bytes of [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8), Uint8Array.of(0x89, 0x50, 0xff, 0xff)]) {
    expect(() => decode(bytes)).toThrow('[Format Error]: you did not upload a Csv file')
  }
})

it('line ends of several kinds are one: nobody is lost between them', () => {
  const person = (n: number) => `学员${n},1380000000${n},,C1`
  const text = `${head}\r\n${person(1)}\n${person(2)}\r\n${person(3)}\r${person(4)}\n${person(5)}`
  expect(rowsOf(text).map(({ row }) => row.userName)).toEqual(['学员1', '学员2', '学员3', '学员4', '学员5'])
})

it('a quote without its end is refused with its line, since it takes the rows behind it along', () => {
  const text = `${head}\n张三,13800000001,,C1\n"李四,13800000002,,C1\n王五,13800000003,,C1\n赵六,13800000004,,C1\n`
  expect(() => rowsOf(text)).toThrow('第 3 行的引号没有成对，请改正后重新选择文件')
  expect(() => rowsOf(`${head}\n"张"三,13800000001,,C1\n李四,13800000002,,C1\n`)).toThrow('第 2 行')
})

it.each([',', '\t', ';'])('cells between “%s”', sign => {
  const text = [head, '张三,13800000001,,C1'].join('\n').replaceAll(',', sign)
  expect(rowsOf(text)).toMatchObject([{ line: 2, row: { userName: '张三', gearType: 'C1' } }])
})

it('quotes and line breaks in cells, columns in another order, empty rows that count in the numbers', () => {
  const text =
    '驾照类型,姓名,备注,手机号,身份证号\r\nc1 手动挡,"李""四""\n五","a,b",138 0000-0001,\'\r\n,,,,\r\nC2,王五,,13800000002,\r\n'
  expect(rowsOf(text)).toMatchObject([
    { line: 2, row: { userName: '李"四"\n五', userPhone: '13800000001', idNumber: '', gearType: 'C1' } },
    { line: 4, row: { userName: '王五', userPhone: '13800000002', idNumber: '', gearType: 'C2' } },
  ])
})

it.each([
  ['姓名,电话\n张三,1', '文件第一行缺少这些列：手机号、身份证号、驾照类型'],
  [`${head}\n\n,,,\n`, '文件里没有学员'],
  ['', '缺少这些列'],
])('%j is refused as a whole', (text, sentence) => {
  expect(() => rowsOf(text)).toThrow(sentence)
})

it('every row is told all that is wrong with it; the first of two that repeat is good', () => {
  const lines = ['张三,13800000001,,C1', ',123,1,A1', '张三,13800000001,,C2']
  const { good, refused } = checkRows(rowsOf([head, ...lines].join('\n')))
  expect(good.map(({ line }) => line)).toEqual([2])
  expect(refused.map(({ line, reasons }) => [line, reasons])).toEqual([
    [3, expect.arrayContaining([expect.stringContaining('手机号格式不正确'), '身份证号应为 18 位'])],
    [4, ['姓名和手机号与第 2 行重复']],
  ])
  expect(refused[0]?.reasons).toHaveLength(4)
})

it('more than 200,000 rows are too many', () => {
  const lines = Array.from({ length: 200_001 }, (_, place) => `学员${place},13800000000,,C1`)
  expect(() => rowsOf([head, ...lines].join('\n'))).toThrow('一次最多导入 200,000 名学员')
})

it('the refused rows as a file can be mended and read again; no cell of it runs', async () => {
  const [row] = rowsOf(`${head}\n=1+1,138,,C1`)
  if (row === undefined) throw new Error('there is a row')
  const text = await refusedFile([{ ...row, reasons: ['手机号格式不正确', '另一条'] }]).text()
  expect(text).toContain(`"'=1+1",138,,C1,,,2,手机号格式不正确；另一条`)
  expect(rowsOf(decode(utf8(text)))).toEqual([row])
})

it('the template has a row that shows how, and that is no student; the rows keep their numbers', async () => {
  const { head: titles, sample } = studentTemplate
  const bytes = new Uint8Array(await fileOfCells(titles, [sample]).arrayBuffer())
  const [first, ...lines] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n')
  // The mark is there, or Excel would take it for GBK.
  expect(first).toBe(`\ufeff${head},标签,教练`)
  expect(lines).toEqual(['示例学员（导入时跳过）,13800000000,11010519491231002X,C1,周末、VIP,', ''])
  const filled = `${decode(bytes)}张三,13800000001,,C1\r\n`
  expect(rowsOf(filled)).toMatchObject([{ line: 3, row: { userName: '张三' } }])
  expect(() => rowsOf(decode(bytes))).toThrow(studentErrors.importEmpty.sentence())
})

it('the template as a workbook is read the same way', async () => {
  const cells = await cellsOfSheet(workbookToFillIn(studentTemplate))
  expect(() => readRows(cells)).toThrow(studentErrors.importEmpty.sentence())
  const filled = [...cells, ['张三', '13800000001', '440301199001010015', 'C1']]
  expect(readRows(filled)).toMatchObject([{ line: 3, row: { idNumber: '440301199001010015' } }])
})

it('tags stand in one cell, whatever is between them; a file of before has neither tags nor coach', () => {
  const [marked] = rowsOf(
    '姓名,手机号,身份证号,驾照类型,教练,标签\n张三,13800000001,,C1,陈教练,周末、VIP，老学员',
  )
  const [plain] = rowsOf(`${head}\n张三,13800000001,,C1`)
  if (marked === undefined || plain === undefined) throw new Error('there is a row')
  expect(formOf(marked.row)).toMatchObject({ tags: ['周末', 'VIP', '老学员'], coachName: '陈教练' })
  expect(formOf(plain.row)).toMatchObject({ tags: [], coachName: '' })
  const { refused } = checkRows(rowsOf(`${head},标签,教练\n张三,13800000001,,C1,${'长'.repeat(21)},`))
  expect(refused).toMatchObject([{ line: 2, reasons: [expect.stringContaining('最多 20 个字')] }])
})
