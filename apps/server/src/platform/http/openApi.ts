import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type Authentication, admit } from '../auth/auth.ts'
import { readerPolicy } from './securityHeaders.ts'

/** What the document says of calls that the server makes elsewhere, and of what they refer to. */
export interface OpenApiEvents {
  readonly webhooks: Record<string, object>
  readonly schemas: Record<string, object>
}

const reader = '/docs'
const documents = [`${reader}/json`, `${reader}/yaml`]

/**
 * The OpenAPI document, made from the contract, and its reader at /docs. To be registered before the routes.
 * @param authentication where the document is only for people with `system`; the reader's empty page is for everybody
 * @param events what the server calls elsewhere
 */
export async function registerOpenApi(
  app: FastifyInstance,
  authentication: Authentication | null,
  { webhooks, schemas }: OpenApiEvents = { webhooks: {}, schemas: {} },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      webhooks,
      info: { title: '驾训模拟器管理后台', version: '1.0.0' },
      components: {
        schemas,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'dsk_…',
            description: '接口密钥：在个人中心新建，以 Authorization: Bearer dsk_… 或 token 请求头发送',
          },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: reader,
    staticCSP: readerPolicy,
    uiConfig: { requestInterceptor: withToken, responseInterceptor: withSentence },
    transformSpecificationClone: false,
    transformSpecification: (document, request) =>
      request.headers['x-reader'] === undefined ? document : forReader(document),
    uiHooks: {
      onRequest: async request => {
        if (authentication === null || !documents.includes(request.routeOptions.url ?? '')) return
        await admit(authentication, { access: ['system'], reply: 'file' }, request)
      },
    },
  })
}

/** The reader takes three times as long over the newer version, of which our calls need nothing; events stand in docs/events.md. */
const forReader = (document: object): object => ({ ...document, openapi: '3.0.3', webhooks: undefined })

// What follows runs in the reader's page, where it is sent as text: it can refer to nothing here.

/** Gives what the reader sends the token of who is signed in in this browser, where the web keeps it in a cookie. */
function withToken(request: object): object {
  const { cookie } = Reflect.get(globalThis, 'document')
  const token = /(?:^|; )token=([^;]+)/.exec(cookie)?.[1]
  const headers = Reflect.get(request, 'headers')
  if (token !== undefined) headers.Authorization ??= `Bearer ${token}`
  if (Reflect.get(request, 'url').endsWith('/docs/json')) headers['x-reader'] = '1'
  return request
}

/** A refused document shows its sentence. */
function withSentence(response: object): object {
  const body = Reflect.get(response, 'body')
  const refused = Reflect.get(response, 'url').endsWith('/docs/json') && typeof body?.code === 'number'
  return refused ? Object.assign(response, { status: 403, statusText: body.msg }) : response
}
