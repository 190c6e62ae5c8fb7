import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { businessDay, enabled, filter, id, option, organId, text } from '../../fields.ts'
import { label } from '../../labels.ts'
import { fileOf, page, paging, wholeNumber } from '../../paging.ts'
import {
  componentForm,
  componentList,
  componentRow,
  dayKind,
  dealResultForm,
  dealResultList,
  dealResultRow,
  dictionaryFilter,
  faultSeverity,
  faultTypeForm,
  faultTypeList,
  faultTypeRow,
  nationalDay,
  ofComponent,
  opsCalendar,
  responseLimit,
  sparePartForm,
  sparePartList,
  sparePartRow,
} from './opsSettingShapes.ts'

const dict = '/ops/api/dict'
const setting = '/ops/api/setting'
const read = { method: 'GET', access: ['ops'] } as const
const write = { method: 'POST', access: ['ops:dispatch'] } as const
const saved = z.object({ id: z.int() })
const enabledInput = z.object({ id: label('编号', id), enabled })
const year = label('年份', wholeNumber(2000, 2199))

/**
 * 运维设置: dictionaries, calendars, limits. All but an organisation's calendar is the platform's: changed
 * by those alone who manage it.
 */
export const opsSettings = {
  /** What forms choose from: what is in use. */
  choices: endpoint({
    ...read,
    title: '运维选项',
    forKeys: 'read',
    path: `${dict}/choices`,
    reply: z.object({
      components: z.array(
        option.extend({
          faultTypes: z.array(
            option.extend({
              severity: faultSeverity,
              repairHours: z.int(),
              /** 未分类: what is reported by whoever cannot say. */
              unclassified: z.boolean(),
            }),
          ),
          parts: z.array(option.extend({ price: z.int() })),
        }),
      ),
      dealResults: z.array(option.extend({ needsPicture: z.boolean() })),
    }),
  }),
  components: endpoint({
    ...read,
    title: '部件类型列表',
    forKeys: 'read',
    path: `${dict}/component/page`,
    input: z.object({ ...paging, ...dictionaryFilter }),
    reply: page(componentRow),
    columns: componentList,
  }),
  componentExport: fileOf(
    'components',
    { ...read, title: '导出部件类型', forKeys: 'read', path: `${dict}/component/export` },
    dictionaryFilter,
  ),
  saveComponent: endpoint({
    ...write,
    title: '保存部件类型',
    path: `${dict}/component/save`,
    input: componentForm,
    reply: saved,
    change: '保存部件类型',
    record: 'id',
  }),
  setComponentEnabled: endpoint({
    ...write,
    title: '启用或停用部件类型',
    path: `${dict}/component/setEnabled`,
    input: enabledInput,
    reply: z.literal(true),
    change: '启用或停用部件类型',
    record: 'id',
  }),
  faultTypes: endpoint({
    ...read,
    title: '故障类型列表',
    forKeys: 'read',
    path: `${dict}/faultType/page`,
    input: z.object({ ...paging, ...dictionaryFilter, ...ofComponent }),
    reply: page(faultTypeRow),
    columns: faultTypeList,
  }),
  faultTypeExport: fileOf(
    'faultTypes',
    { ...read, title: '导出故障类型', forKeys: 'read', path: `${dict}/faultType/export` },
    { ...dictionaryFilter, ...ofComponent },
  ),
  saveFaultType: endpoint({
    ...write,
    title: '保存故障类型',
    path: `${dict}/faultType/save`,
    input: faultTypeForm,
    reply: saved,
    change: '保存故障类型',
    record: 'id',
  }),
  setFaultTypeEnabled: endpoint({
    ...write,
    title: '启用或停用故障类型',
    path: `${dict}/faultType/setEnabled`,
    input: enabledInput,
    reply: z.literal(true),
    change: '启用或停用故障类型',
    record: 'id',
  }),
  dealResults: endpoint({
    ...read,
    title: '处理结果列表',
    forKeys: 'read',
    path: `${dict}/dealResult/page`,
    input: z.object({ ...paging, ...dictionaryFilter }),
    reply: page(dealResultRow),
    columns: dealResultList,
  }),
  dealResultExport: fileOf(
    'dealResults',
    { ...read, title: '导出处理结果', forKeys: 'read', path: `${dict}/dealResult/export` },
    dictionaryFilter,
  ),
  saveDealResult: endpoint({
    ...write,
    title: '保存处理结果',
    path: `${dict}/dealResult/save`,
    input: dealResultForm,
    reply: saved,
    change: '保存处理结果',
    record: 'id',
  }),
  setDealResultEnabled: endpoint({
    ...write,
    title: '启用或停用处理结果',
    path: `${dict}/dealResult/setEnabled`,
    input: enabledInput,
    reply: z.literal(true),
    change: '启用或停用处理结果',
    record: 'id',
  }),
  parts: endpoint({
    ...read,
    title: '配件列表',
    forKeys: 'read',
    path: `${dict}/part/page`,
    input: z.object({ ...paging, ...dictionaryFilter, ...ofComponent }),
    reply: page(sparePartRow),
    columns: sparePartList,
  }),
  partExport: fileOf(
    'parts',
    { ...read, title: '导出配件', forKeys: 'read', path: `${dict}/part/export` },
    { ...dictionaryFilter, ...ofComponent },
  ),
  saveSparePart: endpoint({
    ...write,
    title: '保存配件',
    path: `${dict}/part/save`,
    input: sparePartForm,
    reply: saved,
    change: '保存配件',
    record: 'id',
  }),
  setSparePartEnabled: endpoint({
    ...write,
    title: '启用或停用配件',
    path: `${dict}/part/setEnabled`,
    input: enabledInput,
    reply: z.literal(true),
    change: '启用或停用配件',
    record: 'id',
  }),
  info: endpoint({
    ...read,
    title: '运维设置',
    forKeys: 'read',
    path: `${setting}/info`,
    reply: z.object({
      limits: z.array(responseLimit),
      /** Organisations with a calendar of their own; a service point without one has its school's, all others 法定工作日. */
      calendars: z.array(z.object({ organId: z.int(), organName: z.string(), calendar: opsCalendar })),
      /** The last year with known holidays. */
      lastYear: z.int().nullable(),
      /** What is missing: `2027 年放假安排尚未导入`; null: nothing. */
      missing: z.string().nullable(),
    }),
  }),
  days: endpoint({
    ...read,
    title: '节假日',
    forKeys: 'read',
    path: `${setting}/days`,
    input: z.object({ year }),
    reply: z.array(nationalDay),
  }),
  saveDay: endpoint({
    ...write,
    title: '设置节假日',
    path: `${setting}/daySave`,
    /** `kind` null: as its weekday has it. */
    input: z.object({
      day: label('日期', businessDay),
      kind: label('类型', dayKind.nullable()),
      name: label('名称', filter(text(20))),
    }),
    reply: z.literal(true),
    change: '设置节假日',
  }),
  /** What was entered by hand stays. */
  importYear: endpoint({
    ...write,
    title: '导入节假日',
    path: `${setting}/dayImport`,
    input: z.object({ year }),
    reply: z.object({ added: z.int() }),
    change: '导入节假日',
  }),
  saveLimits: endpoint({
    ...write,
    title: '设置响应时限',
    path: `${setting}/slaSave`,
    input: z.object({ limits: label('响应时限', z.array(responseLimit).min(1).max(3)) }),
    reply: z.literal(true),
    change: '设置响应时限',
  }),
  saveCalendar: endpoint({
    ...write,
    title: '设置机构日历',
    path: `${setting}/organSave`,
    /** `calendar` null: none of its own. */
    input: z.object({ organId, calendar: label('工作日历', opsCalendar.nullable()) }),
    reply: z.literal(true),
    change: '设置机构日历',
    record: 'organId',
  }),
}
