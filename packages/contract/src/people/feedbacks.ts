import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter, id, instant, maskedPhone, schoolId } from '../fields.ts'
import { label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, pagingByPage } from '../paging.ts'
import { revealCall, revealReason } from '../reveals.ts'
import { gearColumn } from './students/studentShapes.ts'

const schoolFilter = { schoolId: filter(schoolId) }
const signUpRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: maskedPhone,
  schoolName: z.string(),
  gearType: z.string(),
  createdAt: instant,
})
export type SignUpRow = z.output<typeof signUpRow>
export const signUpList = listColumns(signUpRow, {
  name: column.text('姓名'),
  phone: column.code('手机号'),
  schoolName: column.text('意向驾校', { widest: 200 }),
  gearType: gearColumn,
  createdAt: column.time('提交时间'),
})
const feedbackRow = z.object({
  id: z.int(),
  userName: z.string(),
  schoolName: z.string(),
  content: z.string(),
  createdAt: instant,
})
export type FeedbackRow = z.output<typeof feedbackRow>
export const feedbackList = listColumns(feedbackRow, {
  userName: column.text('学员'),
  content: column.text('内容'),
  schoolName: column.text('驾校', { widest: 200 }),
  createdAt: column.time('提交时间'),
})

/** Sign-ups and feedback of the app (spec §7 "Users"). */
export const feedbacks = {
  signUps: endpoint({
    title: '报名列表',
    forKeys: 'read',
    method: 'GET',
    path: '/api/users/getSignUpList',
    access: 'signedIn',
    input: z.object({ ...pagingByPage, ...schoolFilter }),
    reply: page(signUpRow),
    columns: signUpList,
  }),
  signUpExport: fileOf(
    'signUps',
    { title: '导出报名', stepUp: 'recent', path: '/api/users/exportSignUps', access: 'signedIn' },
    schoolFilter,
  ),
  revealSignUp: endpoint({
    ...revealCall,
    title: '查看报名手机号',
    path: '/api/users/revealSignUp',
    access: ['student:reveal'],
    input: z.object({ id: label('报名', id), reason: revealReason }),
    change: '查看报名手机号',
    stepUp: 'recent',
    record: 'id',
  }),
  list: endpoint({
    title: '意见反馈列表',
    forKeys: 'read',
    method: 'GET',
    path: '/api/users/getFeedBacksList',
    access: 'signedIn',
    input: z.object({ ...pagingByPage, ...schoolFilter }),
    reply: page(feedbackRow),
    columns: feedbackList,
  }),
  export: fileOf(
    'list',
    { title: '导出意见反馈', stepUp: 'recent', path: '/api/users/exportFeedBacks', access: 'signedIn' },
    schoolFilter,
  ),
  remove: endpoint({
    title: '删除意见反馈',
    method: 'POST',
    path: '/api/users/feedBacksDel',
    access: ['app:edit'],
    input: z.object({ id: label('意见反馈', id) }),
    reply: z.literal(true),
    change: '删除意见反馈',
    record: 'id',
  }),
}
