import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { makeSessions } from '../facts.ts'
import type { Place } from '../place.ts'

export const samples = samplesOf(
  'scores',
  async ({ services }: TestApp, { mark, simulator, organ, room, student }: Place) => {
    const error = { subSubjectId: 201, text: `${mark}-失误`, points: 10 }
    const at = '2026-10-05T09:30:00+08:00'
    const [record = 0] = await makeSessions(services.pool, [
      { simulator, organ, room, student, at, errors: [error] },
    ])
    return { record }
  },
  {
    subjects: noInput,
    subSubjectErrors: { input: ({ student }) => ({ subSubjectId: 201, userId: student }) },
    sceneEmersion: { input: ({ record }) => ({ recordId: record }) },
  },
)
