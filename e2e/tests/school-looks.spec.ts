import { at, atSchool, form, formOver, looks, template } from '../support/look.ts'

looks([
  at('drivingManagement', '/institution/drivingManagement', formOver('schoolForm', '新增驾校')),
  template(atSchool('schoolDetail', '/institution/schoolDetail')),
  atSchool('seviceManagement', '/institution/seviceManagement'),
  atSchool('classroomManagement', '/institution/classroomManagement'),
  at('apply', '/operationAnother/apply'),
  at('applyFeedback', '/operationAnother/apply?tab=feedback'),
  form('courseForm', '/operationAnother/apply?tab=courses', '新增课程'),
  atSchool('courseConfig', '/operationAnother/courseConfig'),
  atSchool('deviceConfig', '/operationAnother/deviceConfig'),
  template(atSchool('applyConfig', '/operationAnother/applyConfig')),
  at('enroll_student', '/enroll/enroll_student'),
  at('coach', '/enroll/coach'),
  at('simulator', '/enroll/simulator'),
])
