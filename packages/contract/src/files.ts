import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { error } from './errors.ts'
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

/** Refusals of uploads: −105yy. */
export const fileErrors = {
  noFile: error(-10501, '没有收到文件，请选择文件后重试'),
  fileTooLarge: error(-10502, (megabytes: number) => `文件不能超过 ${megabytes} MB，请压缩后重新上传`),
  notPicture: error(-10503, '这不是可用的图片，请上传 JPG、PNG、GIF 或 WebP 图片'),
  pictureTooManyPixels: error(-10504, '图片的尺寸太大（超过 5000 万像素），请缩小后重新上传'),
} as const
