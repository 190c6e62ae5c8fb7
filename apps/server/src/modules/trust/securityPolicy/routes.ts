import { contract, kindNamesOf, memberFactorList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { memberFactors } from './list.queries.ts'
import { policyNames } from './names.ts'
import { policyOf, preview, save } from './service.ts'

export const securityPolicyModule: Module = {
  logNames: [policyNames],
  routes(app, services) {
    implement({ app, services }, 'securityPolicy', contract.securityPolicy, {
      info: (_input, { db }) => policyOf(db),
      preview: (input, call) => preview(call, input),
      save: (input, call) => save(services, call, input),
      members: pages(memberFactors),
      membersExport: files(
        '成员的两步验证',
        memberFactors,
        fileColumns(memberFactorList, { kinds: kindNamesOf }),
      ),
    })
  },
}
