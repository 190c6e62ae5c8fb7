import { z } from 'zod'
import { simulatorState } from '../../devices/devices/deviceShapes.ts'
import { endpoint } from '../../endpoint.ts'
import { enabled, filter, id, organId, roomId, schoolId, searchText, version } from '../../fields.ts'
import { label } from '../../labels.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { areaCode } from '../areas.ts'
import {
  classroom,
  classroomForm,
  classroomList,
  classroomRow,
  enabledState,
  openingHours,
  organisation,
  organisationForm,
  organisationNode,
  organisationRow,
  organisationType,
  schoolInfo,
  schoolList,
  servicePointList,
} from './organisationShapes.ts'

const listFilter = {
  paramValue: searchText,
  provinceId: label('省份', filter(areaCode)),
  cityId: label('城市', filter(areaCode)),
  state: label('状态', filter(enabledState)),
}
const servicePointFilter = { ...listFilter, schoolId: filter(schoolId) }
const classroomFilter = {
  paramValue: searchText,
  organId: filter(organId),
  state: label('状态', filter(enabledState)),
}
const organizationId = label('机构', id)
const byId = z.object({ organizationId })
/** What still uses a thing, in words and numbers; nothing: an empty list. */
const uses = z.array(z.object({ what: z.string(), count: z.int() }))
const see = ['organ:school'] as const
const edit = ['organ:edit'] as const

/**
 * Organisations, classrooms and areas (spec §7 "Organisation"). Only people who manage the platform add schools;
 * a school's own managers keep their school, its service points and classrooms.
 */
export const organisations = {
  list: endpoint({
    title: '机构列表',
    forKeys: 'read',
    method: 'POST',
    path: '/organ/api/organ/getList',
    access: 'signedIn',
    input: z.object({
      organIds: label('机构', filter(z.array(id).max(1000))),
      type: label('类型', filter(organisationType)),
    }),
    reply: z.array(organisation),
  }),
  schools: endpoint({
    title: '驾校列表',
    forKeys: 'read',
    method: 'POST',
    path: '/organ/api/organ/getSchoolList',
    access: 'signedIn',
    input: z.object({
      schoolIds: label('驾校', filter(z.array(id).max(1000))),
      type: label('类型', filter(organisationType)),
    }),
    reply: z.array(organisation),
  }),
  /** The organisations in scope as a tree (spec §7 "Leftovers"). Without a parent in scope one stands at the top. */
  tree: endpoint({
    title: '机构树',
    forKeys: 'read',
    method: 'GET',
    path: '/get_org_data',
    access: 'signedIn',
    reply: z.array(organisationNode),
  }),
  schoolPage: endpoint({
    title: '驾校管理列表',
    forKeys: 'read',
    method: 'POST',
    path: '/organ/api/organ/schoolPage',
    access: see,
    input: z.object({ ...paging, ...listFilter }),
    reply: page(organisationRow),
    columns: schoolList,
  }),
  schoolExport: fileOf(
    'schoolPage',
    { title: '导出驾校', forKeys: 'read', path: '/organ/api/organ/schoolExport', access: see },
    listFilter,
  ),
  servicePointPage: endpoint({
    title: '服务点管理列表',
    forKeys: 'read',
    method: 'POST',
    path: '/organ/api/organ/servicePointPage',
    access: 'signedIn',
    input: z.object({ ...paging, ...servicePointFilter }),
    reply: page(organisationRow),
    columns: servicePointList,
  }),
  servicePointExport: fileOf(
    'servicePointPage',
    { title: '导出服务点', forKeys: 'read', path: '/organ/api/organ/servicePointExport', access: 'signedIn' },
    servicePointFilter,
  ),
  info: endpoint({
    title: '机构详情',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/api/organ/info',
    access: 'signedIn',
    input: byId,
    reply: organisationRow,
  }),
  /** What hangs on a school and what it still needs to begin, for 驾校详情; its entry is `detail`. */
  schoolInfo: endpoint({
    title: '驾校概况',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/api/organ/schoolInfo',
    access: see,
    input: byId,
    reply: schoolInfo,
  }),
  /** What hangs below a school: service points, their classrooms, their devices. */
  below: endpoint({
    title: '机构下属结构',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/api/organ/below',
    access: 'signedIn',
    input: byId,
    reply: z.array(
      organisation.extend({
        classrooms: z.array(
          classroom.extend({
            state: enabledState,
            simulators: z.array(
              z.object({
                simulatorId: z.int(),
                simulatorName: z.string(),
                simulatorNum: z.string(),
                stateId: simulatorState,
                stateName: z.string(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  addSchool: endpoint({
    title: '新增驾校',
    method: 'POST',
    path: '/organ/api/organ/schoolAdd',
    access: edit,
    input: organisationForm.omit({ parentId: true }),
    reply: z.object({ organizationId: z.int() }),
    change: '新增驾校',
  }),
  addServicePoint: endpoint({
    title: '新增服务点',
    method: 'POST',
    path: '/organ/api/organ/servicePointAdd',
    access: edit,
    input: organisationForm.extend({ parentId: label('所属驾校', id) }),
    reply: z.object({ organizationId: z.int() }),
    change: '新增服务点',
  }),
  modify: endpoint({
    title: '修改机构',
    method: 'POST',
    path: '/organ/api/organ/modify',
    access: edit,
    input: organisationForm.extend({ organizationId, version }),
    reply: z.literal(true),
    change: '修改机构',
    record: 'organizationId',
  }),
  /**
   * Only people who manage the platform do it to a school. Disabling is refused while a simulator below trains. `usage`
   * tells beforehand of that, and of what else is affected.
   */
  setEnabled: endpoint({
    title: '启用或停用机构',
    method: 'POST',
    path: '/organ/api/organ/setEnabled',
    access: edit,
    input: z.object({ organizationId, enabled }),
    reply: z.literal(true),
    change: '启用或停用机构',
    record: 'organizationId',
  }),
  usage: endpoint({
    title: '机构的使用情况',
    method: 'GET',
    path: '/organ/api/organ/usage',
    access: see,
    input: byId,
    reply: uses,
  }),

  classroomsOfOrganisation: endpoint({
    title: '机构下的教室',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/api/classRoom/listByOrganId',
    access: 'signedIn',
    input: z.object({ organId: filter(organId) }),
    reply: z.array(classroom),
  }),
  classroomsOfSchool: endpoint({
    title: '驾校下的教室',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/api/classRoom/listBySid',
    access: 'signedIn',
    input: z.object({ schoolId: filter(schoolId) }),
    reply: z.array(classroom),
  }),
  classroomAddress: endpoint({
    title: '教室网络地址',
    method: 'POST',
    path: '/organ/api/classRoom/ip',
    access: 'signedIn',
    input: z.object({ roomId }),
    reply: z.object({ roomId: z.int(), ip: z.string().nullable() }),
  }),
  classroomPage: endpoint({
    title: '教室管理列表',
    forKeys: 'read',
    method: 'POST',
    path: '/organ/api/classRoom/page',
    access: 'signedIn',
    input: z.object({ ...paging, ...classroomFilter }),
    reply: page(classroomRow),
    columns: classroomList,
  }),
  classroomExport: fileOf(
    'classroomPage',
    { title: '导出教室', forKeys: 'read', path: '/organ/api/classRoom/export', access: 'signedIn' },
    classroomFilter,
  ),
  addClassroom: endpoint({
    title: '新增教室',
    method: 'POST',
    path: '/organ/api/classRoom/add',
    access: edit,
    input: classroomForm.superRefine(openingHours),
    reply: z.object({ roomId: z.int() }),
    change: '新增教室',
  }),
  modifyClassroom: endpoint({
    title: '修改教室',
    method: 'POST',
    path: '/organ/api/classRoom/modify',
    access: edit,
    input: classroomForm.omit({ organId: true }).extend({ roomId, version }).superRefine(openingHours),
    reply: z.literal(true),
    change: '修改教室',
    record: 'roomId',
  }),
  classroomUsage: endpoint({
    title: '教室的使用情况',
    method: 'GET',
    path: '/organ/api/classRoom/usage',
    access: see,
    input: z.object({ roomId }),
    reply: uses,
  }),
  /** Disabling is refused while a simulator there trains; that, and what else it affects, is told beforehand by `classroomUsage`. */
  setClassroomEnabled: endpoint({
    title: '启用或停用教室',
    method: 'POST',
    path: '/organ/api/classRoom/setEnabled',
    access: edit,
    input: z.object({ roomId, enabled }),
    reply: z.literal(true),
    change: '启用或停用教室',
    record: 'roomId',
  }),
}
