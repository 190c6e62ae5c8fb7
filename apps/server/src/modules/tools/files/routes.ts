import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { isOpenToAll, pictureStore, storePicture } from './service.ts'
import { pictureTasks, startTasks } from './tasks.ts'

/** Nothing changes under a name; but a banner ends, and what is kept on the way is to end with it, or a day later. */
const openCache = 'public, max-age=86400, immutable'

export const filesModule: Module = {
  routes(app, services) {
    const store = pictureStore(services.files)
    implement({ app, services }, 'files', contract.files, {
      upload: ({ file }, { person }) => storePicture(services, store, file, person.id),
      uploadImage: ({ file }, { person }) => storePicture(services, store, file, person.id),
    })

    // An <img> sends no token: the address says who may, by the signature that a reply put there. What nobody may see
    // is not there, as everywhere: 404 tells nothing about names.
    app.get<{ Params: { name: string } }>(
      '/files/:name',
      { schema: { hide: true } },
      async (request, reply) => {
        const address = `/files/${request.params.name}`
        const seconds = services.pictureLinks.secondsLeft(address, request.query)
        if (seconds === 0 && !(await isOpenToAll(services, address))) return reply.callNotFound()
        const picture = await store.open(request.params.name)
        if (picture === undefined) return reply.callNotFound()
        if (seconds > 0) reply.header('cache-control', `private, max-age=${seconds}, immutable`)
        // The learners' app has an address of its own.
        else reply.header('cache-control', openCache).header('cross-origin-resource-policy', 'cross-origin')
        return reply
          .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
          .header('x-content-type-options', 'nosniff')
          .type('image/webp')
          .header('content-length', picture.bytes)
          .send(picture.content)
      },
    )
  },
  tasks: pictureTasks,
  start: async services => startTasks(services, pictureStore(services.files)),
}
