import { startPaysim } from '@drivesim/paysim/paysim'
import type { PayChannel, PaymentGateway, Payments } from '../../../platform/payments/gateway.ts'
import type { Config } from '../../../platform/start/config.ts'
import { alipayGateway } from './alipay.provider.ts'
import { wechatGateway } from './wechat.provider.ts'

/** Where the channels tell us of payments: outside the contract, since their protocols are their own. */
export const noticePath = (channel: PayChannel) => `/pay/notify/${channel}`
/** What a payer sees of an order of simulated channels. */
export const simulatorPath = (no: string) => `/pay/simulator/${no}`

/**
 * Opens the channels that the configuration names; with the demo and none of them, simulated ones inside this server.
 * @param origin the address of this server, once it listens
 */
export async function openPayments(
  { payments, publicUrl, role }: Config,
  origin: () => string,
): Promise<Payments> {
  const noticesTo = (channel: PayChannel) => () => (publicUrl ?? origin()) + noticePath(channel)
  // Nobody pays where only devices are heard.
  if (payments.simulated && role !== 'intake') return openSimulated(origin, publicUrl)
  const { wechat, alipay } = payments
  const gateways: Partial<Record<PayChannel, PaymentGateway>> = {
    ...(wechat !== undefined && { wechat: wechatGateway(wechat, noticesTo('wechat')) }),
    ...(alipay !== undefined && { alipay: alipayGateway(alipay, noticesTo('alipay')) }),
  }
  return {
    gateway: channel => gateways[channel],
    simulated: false,
    simulator: null,
    close: async () => undefined,
  }
}

/** They tell this server at its own address, whatever others call it; their codes lead to where others reach it. */
async function openSimulated(origin: () => string, publicUrl: string | undefined): Promise<Payments> {
  const codeOf = (no: string) => (publicUrl ?? origin()) + simulatorPath(no)
  const paysim = await startPaysim({ codeOf, trustful: true })
  const { merchants, wechatUrl, alipayUrl } = paysim
  const noticesTo = (channel: PayChannel) => () => origin() + noticePath(channel)
  const gateways = {
    wechat: wechatGateway({ ...merchants.wechat, baseUrl: wechatUrl }, noticesTo('wechat')),
    alipay: alipayGateway({ ...merchants.alipay, baseUrl: alipayUrl }, noticesTo('alipay')),
  }
  return {
    gateway: channel => gateways[channel],
    simulated: true,
    simulator: {
      page: no => paysim.page(no),
      pay: async no => (await paysim.pay(no)) !== null,
      statement: (channel, day, rows) => paysim.statement(channel, day, rows),
    },
    close: () => paysim.stop(),
  }
}
