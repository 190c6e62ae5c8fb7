import { componentList, contract, dealResultList, faultTypeList, sparePartList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { daysOfYear } from './calendar.queries.ts'
import * as dictionary from './dictionary.service.ts'
import * as lists from './lists.queries.ts'
import { opsSettingNames } from './names.ts'
import { opsSettingsSeed } from './seed.ts'
import * as service from './service.ts'

const faultTypeFile = fileColumns(faultTypeList, { codes: row => row.codes.join(' ') })

export const opsSettingsModule: Module = {
  logNames: [opsSettingNames],
  seed: [opsSettingsSeed],
  routes(app, services) {
    implement({ app, services }, 'opsSettings', contract.opsSettings, {
      choices: (_input, { db }) => lists.readChoices(db),
      components: pages(lists.components),
      componentExport: files('部件类型', lists.components, fileColumns(componentList, {})),
      saveComponent: (input, call) => dictionary.saveComponent(call, input),
      setComponentEnabled: (input, call) => dictionary.setEnabled(call, 'component', input),
      faultTypes: pages(lists.faultTypes),
      faultTypeExport: files('故障类型', lists.faultTypes, faultTypeFile),
      saveFaultType: (input, call) => dictionary.saveFaultType(call, input),
      setFaultTypeEnabled: (input, call) => dictionary.setEnabled(call, 'faultType', input),
      dealResults: pages(lists.dealResults),
      dealResultExport: files('处理结果', lists.dealResults, fileColumns(dealResultList, {})),
      saveDealResult: (input, call) => dictionary.saveDealResult(call, input),
      setDealResultEnabled: (input, call) => dictionary.setEnabled(call, 'dealResult', input),
      parts: pages(lists.parts),
      partExport: files('配件', lists.parts, fileColumns(sparePartList, {})),
      saveSparePart: (input, call) => dictionary.saveSparePart(call, input),
      setSparePartEnabled: (input, call) => dictionary.setEnabled(call, 'part', input),
      info: (_input, { db, scope }) => service.readSettings(db, scope),
      days: ({ year }, { db }) => daysOfYear(db, year),
      saveDay: (input, call) => service.saveDay(call, input),
      importYear: (input, call) => service.importYear(call, input),
      saveLimits: (input, call) => service.saveLimits(call, input),
      saveCalendar: (input, call) => service.saveCalendar(call, input),
    })
  },
  async start({ db, config }) {
    if (config.operations) await service.importNewYears(db)
    return { stop: () => Promise.resolve() }
  },
}
