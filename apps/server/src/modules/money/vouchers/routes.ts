import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { addressOf, storeVoucher, voucherPath, voucherStore } from './service.ts'
import { startTasks, voucherTasks } from './tasks.ts'

export const vouchersModule: Module = {
  routes(app, services) {
    const store = voucherStore(services.files)
    implement({ app, services }, 'vouchers', contract.vouchers, {
      upload: ({ file }, { person }) => storeVoucher(services, store, file, person.id),
      url: ({ voucherId }, call) => addressOf(services, call, voucherId),
    })

    // An <img> sends no token: who asked for the address may see it, for as long as it is signed. Nothing is kept on the
    // way, since the right to see it ends with the signature.
    app.get<{ Params: { name: string } }>(
      `${services.apiBase}${voucherPath}/:name`,
      { schema: { hide: true } },
      async (request, reply) => {
        const { name } = request.params
        const address = `${services.apiBase}${voucherPath}/${name}`
        if (services.voucherLinks.secondsLeft(address, request.query) === 0) return reply.callNotFound()
        const picture = await store.open(name)
        if (picture === undefined) return reply.callNotFound()
        return reply
          .header('cache-control', 'private, no-store')
          .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
          .header('x-content-type-options', 'nosniff')
          .type('image/webp')
          .header('content-length', picture.bytes)
          .send(picture.content)
      },
    )
  },
  tasks: voucherTasks,
  start: async services => startTasks(services, voucherStore(services.files)),
}
