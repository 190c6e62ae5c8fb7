import { z } from 'zod'
import { scannedLabel } from '../../devices/devices/deviceLabel.ts'
import { endpoint } from '../../endpoint.ts'
import { error } from '../../errors.ts'
import {
  guid,
  id,
  instant,
  maskedPhone,
  mobilePhone,
  optionalText,
  picture,
  pictureLink,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { revealCall, revealReason } from '../../reveals.ts'
import { workOrderId } from '../workOrders/workOrderActs.ts'
import { faultReportCalls, longestReport, mostReportPictures, symptoms } from './faultReportCalls.ts'

const ticket = label('凭证', z.string().min(1).max(90))

const faultReportRow = z.object({
  id: z.int(),
  at: instant,
  symptom: choice(symptoms),
  description: z.string().nullable(),
  phone: maskedPhone.nullable(),
})
export type FaultReportRow = z.output<typeof faultReportRow>

/** 故障报修 by whoever scans the label of a device: nobody signs in, and nothing is said about the device. */
export const faultReports = {
  begin: endpoint({
    ...faultReportCalls.begin,
    title: '开始扫码报修',
    input: scannedLabel,
    reply: z.object({ ticket: z.string() }),
    largestBody: 2_000,
  }),
  picture: endpoint({
    ...faultReportCalls.picture,
    title: '上传报修照片',
    params: z.object({ ticket }),
    reply: z.object({ url: pictureLink }),
    perMinute: 20,
  }),
  submit: endpoint({
    ...faultReportCalls.submit,
    title: '提交扫码报修',
    input: z.object({
      ticket,
      /** Made once by the browser: what is sent again counts once. */
      reportId: label('报修标识', guid),
      symptom: label('故障现象', choice(symptoms)),
      description: label('补充说明', optionalText(longestReport)),
      pictures: label('照片', z.array(picture).max(mostReportPictures).default([])),
      phone: label(
        '联系电话',
        z
          .union([z.literal('').transform(() => null), z.null(), mobilePhone])
          .optional()
          .transform(value => value ?? null),
      ),
    }),
    /** Alike whatever became of it. */
    reply: z.literal(true),
  }),
  /** What passers-by said of an order's device, the newest first. */
  ofOrder: endpoint({
    title: '工单的扫码报修',
    method: 'GET',
    path: '/ops/api/report/ofOrder',
    access: ['ops'],
    input: z.object({ orderId: workOrderId }),
    reply: z.array(faultReportRow),
  }),
  reveal: endpoint({
    ...revealCall,
    title: '查看报修人手机号',
    path: '/ops/api/report/reveal',
    access: ['ops:dispatch', 'ops:handle'],
    input: z.object({ id: label('报修', id), reason: revealReason }),
    change: '查看报修人手机号',
    stepUp: 'recent',
    record: 'id',
  }),
}

/** Refusals of reports from the street: −12730 to −12739. */
export const faultReportErrors = {
  labelInvalid: error(-12730, '二维码无效，请扫描设备上的标签'),
  reportsTooMany: error(-12731, (minutes: number) => `提交太频繁，请 ${minutes} 分钟后再试`),
  ticketEarly: error(-12732, '提交太快了，请几秒后再试'),
  ticketOver: error(-12733, '页面停留太久，请重新扫描设备上的标签'),
  reportPictures: error(-12734, (most: number) => `最多上传 ${most} 张照片`),
} as const
