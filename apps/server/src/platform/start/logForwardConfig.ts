import { z } from 'zod'
import { StartError } from './startError.ts'

const protocols = ['syslog+tls:', 'https:']

/** Where the sealed logs are sent, besides. */
export const logForwardVariables = {
  LOG_FORWARD: z
    .string()
    .refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .optional(),
  LOG_FORWARD_SECRET: z.string().min(16).optional(),
  LOG_FORWARD_CA: z.string().optional(),
}

export const logForwardMust = {
  LOG_FORWARD: '形如 syslog+tls://日志主机:6514 或 https://日志主机/路径 的地址',
  LOG_FORWARD_SECRET: '至少 16 个字符，接收方用它核对签名',
  LOG_FORWARD_CA: '接收方证书的颁发机构（PEM 文件）的路径',
}

interface Given {
  readonly LOG_FORWARD?: string | undefined
  readonly LOG_FORWARD_SECRET?: string | undefined
  readonly LOG_FORWARD_CA?: string | undefined
}

/** @throws StartError where https has no secret to sign with */
export function logForwardOf({ LOG_FORWARD, LOG_FORWARD_SECRET, LOG_FORWARD_CA }: Given) {
  if (LOG_FORWARD === undefined) return undefined
  const url = new URL(LOG_FORWARD)
  if (url.protocol === 'https:' && LOG_FORWARD_SECRET === undefined)
    throw new StartError('配置错误：LOG_FORWARD 用 https 时，还须设置 LOG_FORWARD_SECRET')
  return { url, secret: LOG_FORWARD_SECRET, caFile: LOG_FORWARD_CA }
}
