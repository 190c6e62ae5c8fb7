import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The largest picture that is taken, in bytes. */
export const largestPictureBytes = 5 * 1024 * 1024

const url = z.object({ url: z.string() })

/** Pictures (spec §7): multipart, field `file`; re-encoded, so that nothing but a picture is ever served back. */
export const files = {
  upload: endpoint({
    title: '上传图片',
    method: 'POST',
    path: '/dm-api/admin/api/oss/upload',
    access: 'signedIn',
    absolute: true,
    upload: true,
    reply: url,
    perMinute: 60,
  }),
  uploadImage: endpoint({
    title: '上传图片（旧路径）',
    method: 'POST',
    path: '/image/upload',
    access: 'signedIn',
    upload: true,
    reply: url,
    perMinute: 60,
  }),
}
