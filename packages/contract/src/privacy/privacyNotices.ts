import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant, text } from '../fields.ts'
import { label } from '../labels.ts'
import { mostNotices } from './consentShapes.ts'

const notice = z.object({
  /** Counted from 1. */
  noticeVersion: z.int(),
  text: z.string(),
  /** Of the text in UTF-8, in hexadecimal digits: a paper that somebody signed is told by it. */
  sha256: z.string(),
  publishedAt: instant,
  publishedBy: z.string(),
  /** Students of the scope whose newest consent is to this version, and was not withdrawn. */
  consented: z.int(),
})
export type PrivacyNotice = z.output<typeof notice>

const base = '/privacy/api/notice'
const access = ['system:privacy'] as const

/** 个人信息处理告知书: what students are told of what is done with their data, by versions. */
export const privacyNotices = {
  list: endpoint({
    title: '个人信息处理告知书',
    method: 'GET',
    path: `${base}/list`,
    access,
    reply: z.object({
      /** The newest first. */
      notices: z.array(notice),
      /** Students of the scope who learn, and of whom no consent is entered. */
      missing: z.int(),
    }),
  }),
  /** The one that counts, for whoever adds students. */
  current: endpoint({
    title: '现行告知书',
    method: 'GET',
    path: `${base}/current`,
    access: 'signedIn',
    reply: z.object({
      /** null: none is published yet. */
      notice: z.object({ noticeVersion: z.int(), text: z.string() }).nullable(),
      /** Whether nobody is added without consent. */
      needed: z.boolean(),
    }),
  }),
  /** A version that is published is not changed any more. */
  publish: endpoint({
    title: '发布告知书',
    method: 'POST',
    path: `${base}/publish`,
    access,
    input: z.object({
      text: label('告知书内容', text(20_000)),
      /** The newest that whoever publishes has seen; 0: none. */
      after: label('上一版本', z.int().min(0).max(mostNotices)),
    }),
    reply: z.object({ noticeVersion: z.int() }),
    change: '发布告知书',
    stepUp: 'fresh',
  }),
}
