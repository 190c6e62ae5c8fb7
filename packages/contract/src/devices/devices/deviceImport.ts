import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { error } from '../../errors.ts'
import { id, nameText, optionalCode, optionalName, optionalText } from '../../fields.ts'
import { label } from '../../labels.ts'
import { simulatorNum } from './deviceShapes.ts'

/** Simulators in one file: a lorry brings fewer. */
export const mostImportedDevices = 200

/** One row of a file: the classroom by its name, in the organisation that is chosen for all. */
export const importedDevice = z.object({
  simulatorNum,
  roomName: label('教室', nameText(100)),
  carNum: label('车牌号', optionalCode(20)),
  model: label('型号', optionalText(50)),
  /** Missing: the plate, else the number. */
  simulatorName: label('设备名称', optionalName(50)),
})

/** Checks every row, each with all its reasons, and adds all of them, or none. With `dryRun` nothing is written. */
export const importDevices = endpoint({
  title: '导入设备',
  method: 'POST',
  path: '/device/api/simulator/import',
  access: ['device:edit'],
  input: z.object({
    organId: label('机构', id),
    devices: label(
      '设备',
      z.array(z.unknown()).min(1).max(mostImportedDevices, `一次最多导入 ${mostImportedDevices} 台设备`),
    ),
    dryRun: label('仅检查', z.boolean().default(false)),
  }),
  reply: z.object({
    accepted: z.int(),
    /** `row` counts from one. */
    refused: z.array(z.object({ row: z.int(), reasons: z.array(z.string()) })),
    /** Shown once: a repeated call gets null. */
    keys: z
      .array(z.object({ simulatorId: z.int(), simulatorNum: z.string(), deviceKey: z.string() }))
      .nullable(),
  }),
  change: '导入设备',
  secret: ['keys'],
})

/** Refusals of files of devices, which the browser reads: −12890 to −12899. */
export const deviceImportErrors = {
  deviceColumnsMissing: error(
    -12890,
    (columns: string) => `文件第一行缺少这些列：${columns}。请下载模板，按模板填写后再选择`,
  ),
  deviceFileEmpty: error(-12891, '文件里没有设备，请从第二行开始填写后再选择'),
  deviceFileLong: error(-12892, `一次最多导入 ${mostImportedDevices} 台设备，请拆成几个文件`),
  deviceFileLarge: error(-12893, '文件超过 5 MB，请只保留设备清单后再选择'),
} as const
