// npm run listen -- --types 'bill.*' --port 8090: receives events on this machine, verifies them with SECRET, and prints them (docs/webhooks.md).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { fail, requireNode } from './lib/commands.mjs'

requireNode()
/** Seconds that a receiver lets a try be old, or ahead of its clock. */
const tolerance = 300
const { values } = parseArgs({
  options: { types: { type: 'string', default: '*' }, port: { type: 'string', default: '8090' } },
})
const secret = process.env.SECRET
if (secret !== undefined && !/^whsec_[\w+/=]+$/.test(secret))
  fail('SECRET 应为新增推送地址时显示的签名密钥，形如 whsec_…')
const patterns = values.types
  .split(',')
  .map(type => new RegExp(`^${type.trim().replaceAll('.', '\\.').replaceAll('*', '.*')}$`))

/** Whether one of the signatures is of the secret, over what came, and lately. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance) return false
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest()
  return signatures.split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const server = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  if (secret !== undefined && !isGenuine(request.headers, body)) {
    console.error('签名不符，已拒绝（401）')
    response.writeHead(401).end()
    return
  }
  response.writeHead(204).end()
  try {
    const { type, timestamp, seq, data } = JSON.parse(body)
    if (!patterns.some(pattern => pattern.test(type))) return
    console.log(`${timestamp} ${type} #${seq} ${request.headers['webhook-id']}`)
    console.log(JSON.stringify(data, null, 2))
  } catch {
    console.error('收到的不是 JSON')
  }
})
server.on('error', error => fail(`无法监听端口 ${values.port}：${error.message}`))
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`正在接收，推送地址请填 http://127.0.0.1:${server.address().port}/`)
  if (secret === undefined)
    console.log('没有核对签名：新增推送地址后，请用 SECRET=whsec_… npm run listen 重新启动')
})
