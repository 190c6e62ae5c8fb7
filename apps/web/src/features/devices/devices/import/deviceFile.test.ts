import { expect, test } from 'vitest'
import { cellsOf } from '../../../../parts/cells.ts'
import { readDevices, rowsOf } from './deviceFile.ts'

const head = '设备编号,车牌号,教室,型号'

test('rows in the order of the file, whatever the order of the columns; empty ones and the sample are passed over', () => {
  const file =
    '型号,教室,备注,设备编号,车牌号\nT2,一号教室,x,SIM-1,粤A1001学\n,,,,\n,一号教室,,示例-导入时跳过,\n'
  expect(rowsOf(cellsOf(file))).toEqual([
    { simulatorNum: 'SIM-1', carNum: '粤A1001学', roomName: '一号教室', model: 'T2' },
  ])
})

test('what is no file of devices says why', async () => {
  expect(() => rowsOf(cellsOf('设备编号,教室\nSIM-1,一号教室'))).toThrow('车牌号、型号')
  expect(() => rowsOf(cellsOf(`${head}\n`))).toThrow('没有设备')
  const many = Array.from({ length: 201 }, (_, n) => `SIM-${n},,一号教室,`).join('\n')
  expect(() => rowsOf(cellsOf(`${head}\n${many}`))).toThrow('200 台')
  await expect(readDevices(new File([new Uint8Array(6_000_000)], '设备.csv'))).rejects.toThrow('5 MB')
})
