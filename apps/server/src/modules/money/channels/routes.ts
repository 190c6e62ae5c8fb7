import { createHash } from 'node:crypto'
import { contract, payChannels } from '@drivesim/contract'
import { pageStyle } from '@drivesim/paysim/page'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../platform/http/implement.ts'
import type { Module, Services } from '../../../platform/module.ts'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import { rechargeByCode } from '../orders/online.service.ts'
import { channelChecks } from './checks.queries.ts'
import { rechargeCode, rechargeQuery } from './code.service.ts'
import { noticePath, simulatorPath } from './gateways.service.ts'
import { takeNotice } from './notice.service.ts'
import { channelTasks, startTasks } from './tasks.ts'
import { paymentTodos } from './todos.service.ts'

/** A notice has some two thousand characters. */
const longestNotice = 65_536
/** Of each address: a channel tells each payment once, and again while it is not answered. */
const noticesPerMinute = 3_000

const known = Object.keys(payChannels).filter((name): name is PayChannel => Object.hasOwn(payChannels, name))

export const channelsModule: Module = {
  checks: channelChecks,
  home: [paymentTodos],
  routes(app, services) {
    implement({ app, services }, 'channels', contract.channels, {
      offered: () => ({
        channels: known.filter(name => services.payments.gateway(name) !== undefined),
        simulated: services.payments.simulated,
      }),
      rechargeByCode: (input, call) => rechargeByCode(services, call, input),
      rechargeCode: ({ orderId }, call) => rechargeCode(services, call, orderId),
      rechargeQuery: ({ orderId }, call) => rechargeQuery(services, call, orderId),
    })
    app.register(async scope => takeNotices(scope, services))
    if (services.payments.simulator !== null) servePayers(app, services.payments.simulator)
  },
  tasks: channelTasks,
  start: async services => startTasks(services),
}

/** What the channels send. Signatures are over the very bytes, so that nothing parses them before. */
function takeNotices(app: FastifyInstance, services: Services): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestNotice }, (_request, body, done) =>
    done(null, body),
  )
  for (const channel of known) {
    app.register(async scope => takeNoticesOf(scope, services, channel))
  }
}

function takeNoticesOf(app: FastifyInstance, services: Services, channel: PayChannel): void {
  // What cannot be read is not taken: HTTP 200, in which a call's refusal comes, would say that it was.
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a notice of a channel was not taken')
    const answer = services.payments.gateway(channel)?.answerNotice(false)
    return reply
      .code(status)
      .type(answer?.type ?? 'text/plain')
      .send(answer?.body ?? '')
  })
  app.post(
    noticePath(channel),
    {
      schema: { hide: true },
      bodyLimit: longestNotice,
      config: { rateLimit: { max: noticesPerMinute, timeWindow: '1 minute' } },
    },
    async (request, reply) => {
      const gateway = services.payments.gateway(channel)
      if (gateway === undefined) return reply.callNotFound()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.of()
      const outcome = await takeNotice(services, channel, { headers: request.headers, body })
      const taken = outcome === 'paid' || outcome === 'repeated' || outcome === 'other'
      const answer = gateway.answerNotice(taken)
      return reply
        .code(outcome === 'forged' ? 401 : answer.status)
        .type(answer.type)
        .send(answer.body)
    },
  )
}

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
const payerPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** What a payer sees on their phone, of simulated channels. Whoever knows an order's number may pay it: no money moves. */
function servePayers(app: FastifyInstance, simulator: NonNullable<Services['payments']['simulator']>): void {
  app.route<{ Params: { no: string } }>({
    method: ['GET', 'POST'],
    url: simulatorPath(':no'),
    schema: { hide: true },
    handler: async (request, reply) => {
      const { no } = request.params
      if (request.method === 'POST') await simulator.pay(no)
      const page = simulator.page(no)
      if (page === null) return reply.callNotFound()
      return reply
        .header('content-security-policy', payerPolicy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    },
  })
}
