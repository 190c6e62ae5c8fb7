import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { areaTree, joinedAreas, listCities, listProvinces } from './queries.ts'

export const areasModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'areas', contract.areas, {
      provinces: (_input, { db }) => listProvinces(db),
      cities: ({ provinceId }, { db }) => listCities(db, provinceId),
      all: (_input, { db }) => areaTree(db),
      allOfOrganisations: (_input, { db }) => areaTree(db),
      joined: (_input, { db, scope }) => joinedAreas(db, scope),
    })
  },
}
