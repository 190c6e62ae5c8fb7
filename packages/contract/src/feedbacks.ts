import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filter, id, instant } from './fields.ts'
import { page, pageNumber, paging } from './paging.ts'

const schoolFilter = { schoolId: filter(id) }
const signUpRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string(),
  schoolName: z.string(),
  gearType: z.string(),
  createdAt: instant,
})
export type SignUpRow = z.output<typeof signUpRow>
const feedbackRow = z.object({
  id: z.int(),
  userName: z.string(),
  schoolName: z.string(),
  content: z.string(),
  createdAt: instant,
})
export type FeedbackRow = z.output<typeof feedbackRow>

/** Sign-ups and feedback of the app (spec §7 "Users"). A sign-up's phone is whole for those who may edit the app, who call back. */
export const feedbacks = {
  signUps: endpoint({
    title: '报名列表',
    method: 'GET',
    path: '/api/users/getSignUpList',
    access: 'signedIn',
    input: z.object({ page: pageNumber.default(0), pageSize: paging.pageSize, ...schoolFilter }),
    reply: page(signUpRow),
  }),
  signUpExport: endpoint({
    title: '导出报名',
    method: 'GET',
    path: '/api/users/exportSignUps',
    access: 'signedIn',
    input: z.object(schoolFilter),
    reply: 'csv',
    perMinute: 20,
  }),
  list: endpoint({
    title: '意见反馈列表',
    method: 'GET',
    path: '/api/users/getFeedBacksList',
    access: 'signedIn',
    input: z.object({ page: pageNumber.default(0), pageSize: paging.pageSize, ...schoolFilter }),
    reply: page(feedbackRow),
  }),
  export: endpoint({
    title: '导出意见反馈',
    method: 'GET',
    path: '/api/users/exportFeedBacks',
    access: 'signedIn',
    input: z.object(schoolFilter),
    reply: 'csv',
    perMinute: 20,
  }),
  remove: endpoint({
    title: '删除意见反馈',
    method: 'POST',
    path: '/api/users/feedBacksDel',
    access: ['app:edit'],
    input: z.object({ id }),
    reply: z.literal(true),
    change: '删除意见反馈',
    record: 'id',
  }),
}
