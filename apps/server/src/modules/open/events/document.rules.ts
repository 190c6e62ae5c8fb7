import { dataOf, eventBody } from '@drivesim/contract/open/events'
import {
  allEventTypes,
  type EventSubject,
  eventSubjects,
  eventTypes,
  subjectOf,
} from '@drivesim/contract/open/eventTypes'
import { z } from 'zod'
import type { OpenApiEvents } from '../../../platform/http/openApi.ts'

/** The events as OpenAPI has calls that are made elsewhere; what is told of a subject stands once, for all its types. */
export const documentedEvents = (): OpenApiEvents => ({
  webhooks: Object.fromEntries(
    allEventTypes.map(type => {
      const { data: _data, ...properties } = schemaOf(eventBody(type).omit({ data: true })).properties ?? {}
      const schema = {
        type: 'object',
        properties: { ...properties, data: { $ref: `#/components/schemas/${nameOf(subjectOf(type))}` } },
        required: [...Object.keys(properties), 'data'],
      }
      const content = { 'application/json': { schema } }
      const responses = { '204': { description: '收到；任何 2xx 都算' } }
      return [type, { post: { summary: eventTypes[type], requestBody: { content }, responses } }]
    }),
  ),
  schemas: Object.fromEntries(
    subjects.map(subject => [
      nameOf(subject),
      { title: eventSubjects[subject], ...schemaOf(dataOf(subject)) },
    ]),
  ),
})

const subjects = [...new Set(allEventTypes.map(subjectOf))]
const nameOf = (subject: EventSubject): string => `event.${subject}`

function schemaOf(schema: z.ZodType) {
  const { $schema: _draft, ...written } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return written
}
