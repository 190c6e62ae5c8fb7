import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import specs from '@asyncapi/specs'
import { readDeviceMessage } from '@drivesim/contract/devices/telemetry/deviceReading'
import { lesson } from '@drivesim/contract/devices/telemetry/lesson'
import { commandMessage, deviceTopics, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'

// What makers of simulators build from.

let app: TestApp
beforeEachTest(
  async built => {
    app = built
  },
  { TRUST_PROXY: 'loopback' },
)

const document = z.object({
  channels: z.record(z.string(), z.object({ address: z.string() })),
  operations: z.record(
    z.string(),
    z.object({ action: z.enum(['send', 'receive']), channel: z.object({ $ref: z.string() }) }),
  ),
  components: z.object({
    messages: z.record(
      z.string(),
      z.object({
        payload: z.record(z.string(), z.unknown()),
        examples: z.array(z.object({ payload: z.unknown() })),
      }),
    ),
  }),
})
const readDocument = async () => (await app.app.inject('/docs/mqtt.json')).json()

test('is AsyncAPI 3, and whoever asks gets it', async () => {
  // The schema brings its dialect along.
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    allErrors: true,
    meta: false,
    validateSchema: false,
  })
  const validate = ajv.compile(Object(specs.schemas['3.0.0']))
  validate(await readDocument())
  expect(validate.errors).toBeNull()
})

test('has every topic that a device may use, in its direction', async () => {
  const { channels, operations } = document.parse(await readDocument())
  const addresses = (wanted: string) =>
    Object.values(operations)
      .filter(({ action }) => action === wanted)
      .map(({ channel }) => channels[channel.$ref.replace('#/channels/', '')]?.address)
      .toSorted()
  expect(addresses('send')).toEqual(deviceTopics.map(topic => topics[topic]('{sn}')).toSorted())
  expect(addresses('receive')).toEqual([topics.command('{sn}')])
})

test('every message of the lesson is an example of its own schema, and is read without a remark', async () => {
  const { messages } = document.parse(await readDocument()).components
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const [name, { payload, examples }] of Object.entries(messages)) {
    expect(examples, name).not.toEqual([])
    for (const example of examples) expect(ajv.validate(payload, example.payload), name).toBe(true)
    const required = z.array(z.string()).parse(payload.required)
    for (const field of required) {
      const without = Object.fromEntries(
        Object.entries(Object(examples[0]?.payload)).filter(([key]) => key !== field),
      )
      expect(ajv.validate(payload, without), `${name} without ${field}`).toBe(false)
    }
  }
  expect(Object.values(messages).flatMap(({ examples }) => examples)).toHaveLength(lesson.length)
  for (const { topic, payload } of lesson) {
    const channel = deviceTopics.find(channel => topic.endsWith(channel))
    if (channel === undefined) expect(commandMessage.safeParse(payload).success).toBe(true)
    else
      expect(readDeviceMessage(channel, Buffer.from(JSON.stringify(payload)))).toMatchObject({ remarks: [] })
  }
})

test('the page for makers shows the lesson as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/mqtt.md'), 'utf8')
  const shown = lesson.map(
    ({ topic, payload, because }) => `# ${because}\n${topic}\n${JSON.stringify(payload)}\n`,
  )
  expect(page).toContain(`\n\`\`\`\n${shown.join('\n')}\`\`\`\n`)
})
