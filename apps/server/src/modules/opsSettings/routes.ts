import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { daysOfYear } from './calendar.queries.ts'
import * as dictionary from './dictionary.service.ts'
import { exportComponents, exportDealResults, exportFaultTypes, exportParts } from './export.ts'
import { dictionaryPage, readChoices } from './lists.queries.ts'
import { opsSettingNames } from './names.ts'
import { opsSettingsSeed } from './seed.ts'
import * as service from './service.ts'

export const opsSettingsModule: Module = {
  logNames: [opsSettingNames],
  seed: [opsSettingsSeed],
  routes(app, services) {
    implement(app, services, 'opsSettings', contract.opsSettings, {
      choices: (_input, { db }) => readChoices(db),
      components: async (input, { db }) => {
        const { rows, total } = await dictionaryPage(db, 'component', input)
        return toPage(rows, total, input)
      },
      componentExport: (input, { db }) => exportComponents(db, input),
      componentSave: (input, call) => dictionary.saveComponent(call, input),
      componentSetEnabled: (input, call) => dictionary.setEnabled(call, 'component', input),
      faultTypes: async (input, { db }) => {
        const { rows, total } = await dictionaryPage(db, 'faultType', input)
        return toPage(rows, total, input)
      },
      faultTypeExport: (input, { db }) => exportFaultTypes(db, input),
      faultTypeSave: (input, call) => dictionary.saveFaultType(call, input),
      faultTypeSetEnabled: (input, call) => dictionary.setEnabled(call, 'faultType', input),
      dealResults: async (input, { db }) => {
        const { rows, total } = await dictionaryPage(db, 'dealResult', input)
        return toPage(rows, total, input)
      },
      dealResultExport: (input, { db }) => exportDealResults(db, input),
      dealResultSave: (input, call) => dictionary.saveDealResult(call, input),
      dealResultSetEnabled: (input, call) => dictionary.setEnabled(call, 'dealResult', input),
      parts: async (input, { db }) => {
        const { rows, total } = await dictionaryPage(db, 'part', input)
        return toPage(rows, total, input)
      },
      partExport: (input, { db }) => exportParts(db, input),
      partSave: (input, call) => dictionary.saveSparePart(call, input),
      partSetEnabled: (input, call) => dictionary.setEnabled(call, 'part', input),
      info: (_input, { db, scope }) => service.readSettings(db, scope),
      days: ({ year }, { db }) => daysOfYear(db, year),
      daySave: (input, call) => service.saveDay(call, input),
      dayImport: (input, call) => service.importYear(call, input),
      slaSave: (input, call) => service.saveLimits(call, input),
      organSave: (input, call) => service.saveCalendar(call, input),
    })
  },
  async start({ db, config }) {
    if (config.operations) await service.importNewYears(db)
    return { stop: () => Promise.resolve() }
  },
}
