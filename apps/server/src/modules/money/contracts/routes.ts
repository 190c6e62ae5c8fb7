import {
  addMonths,
  contract,
  contractList,
  financeCodes,
  monthOf,
  monthWords,
  type Option,
  type ParsedOf,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import { day } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { accountApprovals, revealAccount } from './account.service.ts'
import { schoolOptions } from './change.queries.ts'
import { contractsChecks } from './checks.queries.ts'
import { contractAttachments, contractComments } from './comments.service.ts'
import { contracts, contractsBySchool } from './contract.queries.ts'
import { depositApprovals } from './deposit.service.ts'
import { contractEvents } from './events.service.ts'
import { contractsNames } from './names.ts'
import { contractNotices } from './reminder.service.ts'
import { contractSearch } from './search.service.ts'
import { contractsSeed } from './seed.ts'
import * as service from './service.ts'
import { contractsTodos } from './todos.service.ts'

const options = (named: Readonly<Record<string, string>>): Option[] =>
  Object.entries(named).map(([value, label]) => ({ value, label }))

/** Months that a filter offers, this one first. */
const monthsOffered = 24

function latestMonths(): Option[] {
  const now = monthOf(businessDayOf(Date.now()))
  return Array.from({ length: monthsOffered }, (_, back) => {
    const value = addMonths(now, -back).slice(0, 7)
    return { value, label: monthWords(value) }
  })
}

/** The options of a select box that filters and forms of finance have. */
async function optionsOf(type: Question, { db, scope }: SignedInCall): Promise<Option[]> {
  if (type === 'school') return schoolOptions(db, scope)
  return type === 'month' ? latestMonths() : options(financeCodes[type])
}

type Question = ParsedOf<typeof contract.contracts.choices>['queryTypes'][number]

const contractFile = fileColumns(contractList, {
  platformBp: row => (row.platformBp === null ? null : row.platformBp / 100),
  firstDay: row => day(row.startsOn),
})

export const contractsModule: Module = {
  logNames: [contractsNames],
  comments: [contractComments.comments],
  attachments: [contractAttachments],
  live: [contractComments.live],
  checks: contractsChecks,
  approvals: [accountApprovals, depositApprovals],
  home: contractsTodos,
  notices: [contractNotices, contractComments.notices],
  seed: [contractsSeed],
  events: [contractEvents],
  search: [contractSearch],
  routes(app, services) {
    implement({ app, services }, 'contracts', contract.contracts, {
      codeMapping: ({ code }) => financeCodes[code],
      choices: async ({ queryTypes }, call) => {
        const found = queryTypes.map(async type => [type, await optionsOf(type, call)])
        return Object.fromEntries(await Promise.all(found))
      },
      ofOrganisation: ({ organizationId: organId }, { db, scope }) =>
        service.contractsBelow(db, scope, organId),
      list: pages(contracts),
      export: files('合同信息', contracts, contractFile),
      timeline: pages(contractsBySchool),
      info: ({ contractId }, { db, scope }) => service.contractInfo(db, scope, contractId),
      revealAccount: (input, call) => revealAccount(call, input),
      add: (input, call) => service.addContract(call, input),
      modify: (input, call) => service.modifyContract(call, input),
      terminate: (input, call) => service.terminateContract(call, input),
      void: (input, call) => service.voidContract(call, input),
      addDeposit: (input, call) => service.addDeposit(call, input),
    })
  },
}
