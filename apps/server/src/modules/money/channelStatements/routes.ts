import { channelLineList, contract, payChannels } from '@drivesim/contract'
import type { FastifyInstance } from 'fastify'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module, Services } from '../../../platform/module.ts'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { channelStatementsChecks } from './checks.queries.ts'
import { demoFile, demoFilePath } from './demoFile.service.ts'
import { cancelImport, Imports, importInfo } from './import.service.ts'
import { channelStatementsNames } from './names.ts'
import { ask, resolve } from './resolve.service.ts'
import { channelStatementsSeed } from './seed.ts'
import * as service from './service.ts'
import { channelStatementTasks, startTasks } from './tasks.ts'
import { channelDifferences, differencesBlock } from './todos.service.ts'

const channelNames: readonly string[] = Object.keys(payChannels)
const isChannel = (name: string): name is PayChannel => channelNames.includes(name)

const lineFile = fileColumns(channelLineList, { fee: row => row.fee / 100_000 })

/** 渠道对账: what payment channels say in their files, beside what is here. */
export const channelStatementsModule: Module = {
  logNames: [channelStatementsNames],
  checks: channelStatementsChecks,
  home: [channelDifferences],
  homeBlocks: [differencesBlock],
  seed: [channelStatementsSeed],
  routes(app, services) {
    const imports = new Imports({ ...services, db: services.unhurriedDb })
    app.addHook('onClose', () => imports.stop())
    implement({ app, services }, 'channelStatements', contract.channelStatements, {
      list: ofPlatform((input, { db }) => service.statements(db, input)),
      gaps: ofPlatform(input => service.gaps(services, input)),
      lines: ofPlatform(pages(service.statementLines)),
      lineExport: ofPlatform(files('渠道账单明细', service.statementLines, lineFile)),
      import: async ({ file }, call) => {
        try {
          requirePlatform(call.scope, what)
        } catch (error) {
          await file.close()
          throw error
        }
        return imports.take(file, call)
      },
      importInfo: ofPlatform(({ importId }, call) => importInfo(call, importId)),
      cancelImport: ofPlatform(({ importId }, call) => cancelImport(call, importId)),
      resolve: ofPlatform((input, call) => resolve(services, call, input)),
      ask: ofPlatform(({ lineId }, call) => ask(services, call, lineId)),
    })
    if (services.payments.simulator !== null) serveFiles(app, services)
  },
  tasks: channelStatementTasks,
  start: async services => startTasks(services),
}

const what = '渠道对账'

/** Channels are the platform's and nobody else's. @throws Refusal platformOnly */
const ofPlatform =
  <Input, Call extends SignedInCall, Reply>(handler: (input: Input, call: Call) => Reply) =>
  (input: Input, call: Call): Reply => {
    requirePlatform(call.scope, what)
    return handler(input, call)
  }

/** Files of simulated channels. A download sends no token: who asked for the address may have it, while it is signed. */
function serveFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { channel: string; day: string } }>(
    `${services.apiBase}${demoFilePath}/:channel/:day`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { channel, day } = request.params
      const address = `${services.apiBase}${demoFilePath}/${channel}/${day}`
      const good = services.voucherLinks.secondsLeft(address, request.query) > 0
      const file = good && isChannel(channel) ? await demoFile(services, channel, day) : null
      if (file === null) return reply.callNotFound()
      const ending = channel === 'wechat' ? 'csv.gz' : 'zip'
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${channel}-${day}.${ending}"`)
        .type('application/octet-stream')
        .send(file)
    },
  )
}
