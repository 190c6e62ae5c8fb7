import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filter, id } from './fields.ts'

/** Kinds of organisation (product: a service point belongs to a school). */
export const organisationTypes = { platform: '平台', school: '驾校', servicePoint: '服务点' } as const
export type OrganisationType = keyof typeof organisationTypes
const organisationType = z.enum(['platform', 'school', 'servicePoint'])

const organisation = z.object({
  organizationId: z.int(),
  name: z.string(),
  type: organisationType,
  parentId: z.int().nullable(),
  state: z.enum(['enabled', 'disabled']),
})
export type Organisation = z.output<typeof organisation>

const classroom = z.object({
  roomId: z.int(),
  roomName: z.string(),
  organId: z.int(),
  schoolId: z.int(),
})
export type Classroom = z.output<typeof classroom>

/** Organisations and classrooms, as far as the pickers need them (spec §7 "Organisation"). */
export const organisations = {
  list: endpoint({
    title: '机构列表',
    method: 'POST',
    path: '/organ/api/organ/getList',
    access: 'signedIn',
    input: z.object({ organIds: filter(z.array(id).max(1000)), type: filter(organisationType) }),
    reply: z.array(organisation),
  }),
  schools: endpoint({
    title: '驾校列表',
    method: 'POST',
    path: '/organ/api/organ/getSchoolList',
    access: 'signedIn',
    input: z.object({ schoolIds: filter(z.array(id).max(1000)), type: filter(organisationType) }),
    reply: z.array(organisation),
  }),
  classroomsOfOrganisation: endpoint({
    title: '机构下的教室',
    method: 'GET',
    path: '/organ/api/classRoom/listByOrganId',
    access: 'signedIn',
    input: z.object({ organId: filter(id) }),
    reply: z.array(classroom),
  }),
  classroomsOfSchool: endpoint({
    title: '驾校下的教室',
    method: 'GET',
    path: '/organ/api/classRoom/listBySid',
    access: 'signedIn',
    input: z.object({ schoolId: filter(id) }),
    reply: z.array(classroom),
  }),
}
