import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter } from '../fields.ts'
import { label } from '../labels.ts'

/** GB/T 2260: six digits; a province ends in four zeros, a city in two. */
export const areaCode = z.string().regex(/^\d{6}$/, '地区代码应为六位数字')

const area = z.object({ areaId: z.string(), name: z.string() })
const areaWithCities = area.extend({ cities: z.array(area) })

/** Provinces and cities by GB/T 2260 (spec §7; spelling of the paths is the spec's). */
export const areas = {
  provinces: endpoint({
    title: '省份',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/public/areas/province',
    access: 'signedIn',
    reply: z.array(area),
  }),
  cities: endpoint({
    title: '城市',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/public/areas/cities',
    access: 'signedIn',
    input: z.object({ provinceId: label('省份', filter(areaCode)) }),
    reply: z.array(area),
  }),
  all: endpoint({
    title: '全部省市',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/public/areas/allCitiesGet',
    access: 'signedIn',
    reply: z.array(areaWithCities),
  }),
  allOfOrganisations: endpoint({
    title: '全部省市（旧路径）',
    method: 'GET',
    path: '/public/organ/areas/allCities',
    access: 'signedIn',
    reply: z.array(areaWithCities),
  }),
  joined: endpoint({
    title: '有驾校的省市',
    forKeys: 'read',
    method: 'GET',
    path: '/organ/public/areas/joinCityies',
    access: 'signedIn',
    reply: z.array(areaWithCities),
  }),
}
