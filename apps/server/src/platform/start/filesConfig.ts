import { z } from 'zod'

/** A bucket of an S3 store, and who may use it. */
export interface Bucket {
  /** Where its objects begin: protocol, host and, unless the host names it, the bucket; without a slash at its end. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** What `FILES_URL` must be, in the words of the sentence that refuses it. */
export const filesUrlMust =
  '形如 s3://密钥ID:密钥@主机:端口/桶?region=区域 的地址（密钥里的特殊字符写成 %XX；不加密的 HTTP 加 &tls=0）'

/** `s3://key:secret@host[:port]/bucket?region=…[&tls=0]`; without `/bucket` the host names it. */
export const filesUrl = z.string().transform((value, context): Bucket => {
  const bucket = bucketOf(value)
  if (bucket !== undefined) return bucket
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

function bucketOf(value: string): Bucket | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(value)
  const { region, tls = '1', ...others } = Object.fromEntries(searchParams)
  const isWhole =
    protocol === 's3:' &&
    /^(\[[\da-f:]+\]|[\w.-]+)(:\d+)?$/i.test(host) &&
    /^\/?$|^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(pathname) &&
    /^[\w-]+$/.test(region ?? '') &&
    /^[01]$/.test(tls) &&
    hash === '' &&
    Object.keys(others).length === 0
  const [accessKeyId, secretAccessKey] = [plain(username), plain(password)]
  if (!isWhole || region === undefined || !accessKeyId || !secretAccessKey) return undefined
  const endpoint = `${tls === '1' ? 'https' : 'http'}://${host}${pathname}`.replace(/\/$/, '')
  return { endpoint, region, accessKeyId, secretAccessKey }
}

function plain(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
