import { type Config, isLoopback } from './config.ts'

type Given = Pick<
  Config,
  'exposed' | 'host' | 'port' | 'publicUrl' | 'trustProxy' | 'mqttUrl' | 'mqttHost' | 'mqttPort' | 'mqttTls'
>

/** What stands open to others without need, or cannot work yet, in lines for the operator; nothing where only this machine reaches the server. */
export function warnings(config: Given): string[] {
  const { exposed, host, port, publicUrl, trustProxy, mqttUrl, mqttHost, mqttPort, mqttTls } = config
  if (!exposed) return []
  const open: string[] = []
  if (publicUrl === undefined && trustProxy === false) {
    open.push(
      `网页和接口在 ${host}:${port} 上不加密，密码可能被同一网络的人看到：请在前面放一个带 TLS 的代理，并设置 PUBLIC_URL 和 TRUST_PROXY`,
    )
  }
  if (publicUrl === undefined)
    open.push('系统不知道自己对外的网址，经域名或代理访问时不能打印二维码标签：请设置 PUBLIC_URL')
  if (publicUrl !== undefined && trustProxy === false) {
    open.push('代理后面的人都算作同一个地址，登录限制会连累所有人：请设置 TRUST_PROXY')
  }
  if (mqttUrl === undefined && mqttTls === undefined && !isLoopback(mqttHost)) {
    open.push(
      `MQTT 在 ${mqttHost}:${mqttPort} 上不加密，设备密钥可能被看到：请设置 MQTT_TLS_CERT 和 MQTT_TLS_KEY`,
    )
  }
  return open.length === 0 ? [] : ['注意，系统对外开放，还缺以下设置：', ...open.map(line => `  ${line}`)]
}
