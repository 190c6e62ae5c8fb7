import { z } from 'zod'
import { sessionRow } from '../devices/devices/deviceShapes.ts'
import { endpoint } from '../endpoint.ts'
import { filter, id, instant } from '../fields.ts'
import { label } from '../labels.ts'

/** Scores (spec §7). */
export const scores = {
  subjects: endpoint({
    title: '科目树',
    forKeys: 'read',
    method: 'GET',
    path: '/public/subject/allInfoGet',
    access: 'signedIn',
    reply: z.array(
      z.object({
        subjectId: z.int(),
        subjectName: z.string(),
        children: z.array(
          z.object({
            subSubjectId: z.int(),
            subSubjectName: z.string(),
            gearTypes: z.array(z.string()),
            modules: z.array(z.object({ moduleId: z.int(), moduleName: z.string() })),
          }),
        ),
      }),
    ),
  }),
  subSubjectErrors: endpoint({
    title: '子科目错误',
    forKeys: 'read',
    method: 'GET',
    path: '/api/userScore/subSubjectErrors',
    access: 'signedIn',
    // recordsTab is the constant that the spec's client sends; nothing depends on it.
    input: z.object({
      recordsTab: label('记录标签', filter(id)),
      subSubjectId: label('子科目', id),
      userId: label('学员', id),
    }),
    reply: z.array(z.object({ text: z.string(), points: z.int(), times: z.int(), lastAt: instant })),
  }),
  sceneEmersion: endpoint({
    title: '训练过程',
    forKeys: 'read',
    method: 'GET',
    path: '/api/userScore/sceneEmersion',
    access: 'signedIn',
    input: z.object({ recordId: label('训练记录', id) }),
    reply: sessionRow.extend({
      simulatorName: z.string(),
      classroomName: z.string(),
      mapName: z.string(),
      timeline: z.array(
        z.object({ atSecond: z.int().nullable(), subSubject: z.string(), text: z.string(), points: z.int() }),
      ),
    }),
  }),
}
