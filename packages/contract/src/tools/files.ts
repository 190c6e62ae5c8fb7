import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { pictureLink } from '../fields.ts'

const url = z.object({ url: pictureLink })

/**
 * Pictures (spec §7): multipart, field `file`, at most `largestUploadBytes` and 25 megapixels; re-encoded, so that
 * nothing but a picture is ever served back. What comes back in a form may be signed or plain: it is stored plain.
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
    perMinute: 20,
  }),
  uploadImage: endpoint({
    title: '上传图片（旧路径）',
    method: 'POST',
    path: '/image/upload',
    access: 'signedIn',
    upload: true,
    withFirstPassword: true,
    reply: url,
    perMinute: 20,
  }),
}

/** Refusals of uploads: −105yy. */
export const fileErrors = {
  noFile: error(-10501, '没有收到文件，请选择文件后重试'),
  fileTooLarge: error(-10502, (megabytes: number) => `文件不能超过 ${megabytes} MB，请压缩后重新上传`),
  notPicture: error(-10503, '这不是可用的图片，请上传 JPG、PNG、GIF 或 WebP 图片'),
  pictureTooManyPixels: error(-10504, '图片的尺寸太大（超过 2500 万像素），请缩小后重新上传'),
  picturesBusy: error(-10505, '正在处理的图片太多，请几秒后重新上传'),
  pictureQuota: error(
    -10507,
    (limit: string) => `今天上传的图片已到上限（${limit}），明天 0 点起可以继续上传`,
  ),
  pictureGone: error(-10508, '图片已失效，请重新上传'),
  heicPicture: error(
    -10509,
    '这是 HEIC 照片，系统无法读取，请先转成 JPG 再上传，或在手机相机设置中选“兼容性最佳”后重拍',
  ),
  pictureFailed: error(-10506, '这张图片没有处理成功，请重新上传；如仍失败请换一张图片'),
} as const
