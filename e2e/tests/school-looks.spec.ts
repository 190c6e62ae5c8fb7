import { atSchool, formAt, formOver, pageAt, template, testLooks } from '../support/look.ts'

testLooks([
  pageAt('drivingManagement', '/institution/drivingManagement', formOver('schoolForm', '新增驾校')),
  template(atSchool('schoolDetail', '/institution/schoolDetail')),
  atSchool('seviceManagement', '/institution/seviceManagement'),
  atSchool('classroomManagement', '/institution/classroomManagement'),
  pageAt('apply', '/operationAnother/apply'),
  pageAt('applyFeedback', '/operationAnother/apply?tab=feedback'),
  formAt('courseForm', '/operationAnother/apply?tab=courses', '新增课程'),
  atSchool('courseConfig', '/operationAnother/courseConfig'),
  atSchool('deviceConfig', '/operationAnother/deviceConfig'),
  template(atSchool('applyConfig', '/operationAnother/applyConfig')),
  pageAt('enroll_student', '/enroll/enroll_student'),
  pageAt('coach', '/enroll/coach'),
  pageAt('simulator', '/enroll/simulator'),
])
