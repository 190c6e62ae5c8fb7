import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../platform/module.ts'
import { attachmentStore, fileToSave } from './upload.service.ts'

/**
 * Serves files below a path: saved by the browser, which sends no token for it, so that who asked for the address may have the file, for as
 * long as it is signed.
 */
export function serveAttachments(
  app: FastifyInstance,
  services: Services,
  path: string,
  nameOf: (file: string) => Promise<string | null>,
): void {
  const store = attachmentStore(services.files)
  app.get<{ Params: { name: string } }>(
    `${services.apiBase}${path}/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params
      const address = `${services.apiBase}${path}/${name}`
      if (services.attachmentLinks.secondsLeft(address, request.query) === 0) return reply.callNotFound()
      const file = await fileToSave(store, name, await nameOf(name))
      if (file === undefined) return reply.callNotFound()
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .type(file.type)
        .header('content-length', file.bytes)
        .send(file.content)
    },
  )
}
