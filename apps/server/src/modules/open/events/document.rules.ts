import { eventBody } from '@drivesim/contract/open/events'
import { allEventTypes, eventTypes } from '@drivesim/contract/open/eventTypes'
import { z } from 'zod'
import type { OpenApiWebhooks } from '../../../platform/http/openApi.ts'

/** The events as OpenAPI has calls that are made elsewhere, each with the shape of its body. */
export const documentedEvents = (): OpenApiWebhooks =>
  Object.fromEntries(
    allEventTypes.map(type => {
      const { $schema: _draft, ...schema } = z.toJSONSchema(eventBody(type), { unrepresentable: 'any' })
      const content = { 'application/json': { schema } }
      const responses = { '204': { description: '收到；任何 2xx 都算' } }
      return [type, { post: { summary: eventTypes[type], requestBody: { content }, responses } }]
    }),
  )
