import { CallError } from './callError.ts'

/** The envelope after reading, whichever of its two spellings came (spec §7). */
export interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** What a status means, for people who do not know HTTP. */
const plainSentences: Readonly<Record<number, string>> = {
  400: '请求有误，请刷新页面后重试',
  401: '没有登录，请重新登录',
  403: '没有权限执行此操作',
  404: '没有这个接口，系统可能刚刚更新，请刷新页面',
  408: '等待太久，请重试',
  413: '提交的内容太大，请减少后重试',
  415: '不支持这种内容格式',
  429: '操作太频繁，请稍后再试',
  502: '服务器没有响应，请稍后重试',
  503: '服务暂时不可用，请稍后重试',
  504: '服务器响应超时，请稍后重试',
}

/** What HTTP/2 does not send along with a status: the words of ours in place of `Bad Gateway`. */
const statusTexts: Readonly<Record<number, string>> = {
  400: '请求无效',
  401: '未登录',
  403: '禁止访问',
  404: '未找到',
  405: '方法不允许',
  408: '请求超时',
  413: '内容过大',
  414: '地址过长',
  415: '格式不支持',
  429: '请求过多',
  431: '请求头过大',
  500: '服务器内部错误',
  502: '网关错误',
  503: '服务不可用',
  504: '网关超时',
}

export function requestIdOf(response: Response): string | null {
  return response.headers.get('x-request-id')
}

/** Reads the envelope of a JSON reply; null when the reply carries neither `code` nor `err_code`. */
export async function readEnvelope(response: Response): Promise<Envelope | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return null
  const fields: { [name: string]: unknown } = { ...body }
  const [code, errorCode] = [asCode(fields.code), asCode(fields.err_code)]
  // Where both came, the one that refuses counts.
  const old = errorCode !== null && (code === null || (code >= 0 && errorCode < 0))
  const decides = old ? errorCode : code
  if (decides === null) return null
  const msg = old ? (fields.err_msg ?? fields.msg) : (fields.msg ?? fields.err_msg)
  return { code: decides, msg: typeof msg === 'string' ? msg : '', data: fields.data ?? null }
}

/** A code as a number, which some back ends write as text; null for anything else. */
function asCode(value: unknown): number | null {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value)
  return typeof value === 'number' ? value : null
}

/** Status and status text (spec §8), a plain sentence, and the request id to tell the support. */
export function httpFailure(response: Response, envelope: Envelope | null): CallError {
  const requestId = requestIdOf(response)
  const plain =
    envelope?.msg || plainSentences[response.status] || '服务器出错，请稍后重试；如仍失败请联系管理员'
  const head = `${response.status} ${response.statusText || statusTexts[response.status] || '请求失败'}`
  const tail = requestId === null || plain.includes(requestId) ? '' : `（编号 ${requestId}）`
  return new CallError(`${head}：${plain}${tail}`, {
    code: envelope?.code ?? 0,
    data: envelope?.data ?? null,
    requestId,
    status: response.status,
  })
}
