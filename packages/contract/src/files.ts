import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { picturePath } from './fields.ts'

const url = z.object({ url: picturePath })

/**
 * Pictures (spec §7): multipart, field `file`, at most `largestUploadBytes`; re-encoded, so that nothing but a picture
 * is ever served back. `url` is a path of this server that cannot be guessed and needs no sign-in, as `<img>` asks.
 */
export const files = {
  upload: endpoint({
    title: '上传图片',
    method: 'POST',
    path: '/dm-api/admin/api/oss/upload',
    access: 'signedIn',
    absolute: true,
    upload: true,
    withFirstPassword: true,
    reply: url,
    perMinute: 60,
  }),
  uploadImage: endpoint({
    title: '上传图片（旧路径）',
    method: 'POST',
    path: '/image/upload',
    access: 'signedIn',
    upload: true,
    withFirstPassword: true,
    reply: url,
    perMinute: 60,
  }),
}
