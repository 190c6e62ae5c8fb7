import { type Columns, contact, none } from './treatments.ts'

/** What is kept of whom in the tables of organisations, courses and the learners’ app. */
export const schoolsData = {
  app_banner: {
    begins_on: none,
    created_at: none,
    ends_on: none,
    id: none,
    image_url: none,
    link: none,
    picture: none,
    sort: none,
    title: none,
    version: none,
  },
  app_banner_school: { banner_id: none, id: none, school_id: none },
  app_device_config: {
    id: none,
    lesson_minutes: none,
    pass_score: none,
    version: none,
    voice_guide: none,
    volume: none,
  },
  app_menu: {
    created_at: none,
    icon: none,
    id: none,
    name: none,
    parent_id: none,
    picture: none,
    school_id: none,
    small: none,
    sort: none,
    version: none,
  },
  area: { code: none, name: none, parent_code: none },
  classroom: {
    address: none,
    closes_at: none,
    created_at: none,
    enabled: none,
    id: none,
    name: none,
    network_address: none,
    opens_at: none,
    organ_id: none,
    seats: none,
    version: none,
  },
  course: {
    created_at: none,
    enabled: none,
    floor_price: none,
    gear_type: none,
    id: none,
    minutes: none,
    name: none,
    note: none,
    price: none,
    valid_days: none,
    version: none,
  },
  course_module: { course_id: none, id: none, module_id: none },
  module: { id: none, map_name: none, name: none, sub_subject_id: none },
  organ_school: { organ_id: none, school_id: none },
  organisation: {
    address: none,
    city_code: none,
    contact: contact,
    created_at: none,
    enabled: none,
    id: none,
    name: none,
    parent_id: none,
    phone: contact,
    province_code: none,
    type: none,
    version: none,
  },
  school_course: { course_id: none, id: none, price: none, school_id: none, sort: none },
  sub_subject: { gear_types: none, id: none, name: none, subject_id: none },
  subject: { id: none, name: none },
} as const satisfies Columns<
  | 'app_banner'
  | 'app_banner_school'
  | 'app_device_config'
  | 'app_menu'
  | 'area'
  | 'classroom'
  | 'course'
  | 'course_module'
  | 'module'
  | 'organ_school'
  | 'organisation'
  | 'school_course'
  | 'sub_subject'
  | 'subject'
>
