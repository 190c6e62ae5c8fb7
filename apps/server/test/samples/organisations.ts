import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const organizationId = ({ organ }: Place) => ({ organizationId: organ })
const organId = ({ organ }: Place) => ({ organId: organ })
const schoolId = ({ organ }: Place) => ({ schoolId: organ })
const roomId = ({ room }: Place) => ({ roomId: room })
const form = { name: '矩阵驾校', provinceId: '440000', cityId: '440100' }
const room = { roomName: '矩阵教室', opensAt: '08:00', closesAt: '20:00', seats: 8 }

export const samples = samplesOf(
  'organisations',
  (app: TestApp, { mark, organ }: Place) =>
    insertIds(
      app,
      ['servicePoint'],
      `insert into organisation (name, type, parent_id) values ($1 || '-服务点', 'servicePoint', $2)
       returning id as "servicePoint"`,
      [mark, organ],
    ),
  {
    list: { input: ({ organ }) => ({ organIds: [organ] }), foreign: 'nothing' },
    schools: { input: ({ organ }) => ({ schoolIds: [organ] }), foreign: 'nothing' },
    tree: noInput,
    schoolPage: noInput,
    schoolExport: noInput,
    servicePointPage: { input: schoolId, foreign: 'nothing' },
    servicePointExport: { input: schoolId, foreign: 'nothing' },
    info: { input: organizationId },
    schoolInfo: { input: organizationId },
    below: { input: organizationId },
    addSchool: { input: () => form, platformOnly: errors.platformOnly },
    addServicePoint: { input: ({ organ }) => ({ ...form, parentId: organ }) },
    modify: {
      input: ({ organ, servicePoint }) => ({ ...form, organizationId: servicePoint, parentId: organ }),
    },
    setEnabled: { input: ({ servicePoint }) => ({ organizationId: servicePoint, enabled: false }) },
    usage: { input: organizationId },
    classroomsOfOrganisation: { input: organId, foreign: 'nothing' },
    classroomsOfSchool: { input: schoolId, foreign: 'nothing' },
    classroomAddress: { input: roomId },
    classroomPage: { input: organId, foreign: 'nothing' },
    classroomExport: { input: organId, foreign: 'nothing' },
    addClassroom: { input: ids => ({ ...room, ...organId(ids) }) },
    modifyClassroom: { input: ids => ({ ...room, ...roomId(ids) }) },
    classroomUsage: { input: roomId },
    setClassroomEnabled: { input: ids => ({ ...roomId(ids), enabled: false }) },
  },
)
