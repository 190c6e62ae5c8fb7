import { join } from 'node:path'
import { contract } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { storePicture } from './service.ts'
import { folderStore } from './storage.service.ts'

export const filesModule: Module = {
  routes(app, services) {
    const store = folderStore(join(services.config.dataDir, 'files'))
    implement(app, services, 'files', contract.files, {
      upload: ({ file }) => storePicture(store, file),
      uploadImage: ({ file }) => storePicture(store, file),
    })

    // An <img> sends no token: who knows the name may see the picture.
    app.get<{ Params: { name: string } }>(
      '/files/:name',
      { schema: { hide: true } },
      async (request, reply) => {
        const picture = await store.get(request.params.name)
        if (picture === undefined) return reply.callNotFound()
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('x-content-type-options', 'nosniff')
          .type('image/webp')
          .send(picture)
      },
    )
  },
}
