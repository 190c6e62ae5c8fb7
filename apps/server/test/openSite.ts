import Fastify, { type FastifyInstance } from 'fastify'
import { serveFiles } from '../src/platform/http/site.ts'

/** The files of the built web as the server serves them, and nothing else: what a browser receives can be counted without a database. */
export async function openSite(folder: string): Promise<FastifyInstance> {
  const app = Fastify()
  serveFiles(app, folder)
  await app.ready()
  return app
}
