import { errors, ownBankTemplate } from '@drivesim/contract'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds } from '../place.ts'

const { platformOnly } = errors
const { templateName: _, ...format } = ownBankTemplate

export const samples = samplesOf(
  'bankTemplates',
  (app, { mark }) =>
    insertIds(
      app,
      ['kept', 'gone'],
      `with t as (
         insert into bank_template (name, format) select '银行' || n || $1, $2 from generate_series(1, 2) n returning id
       )
       select min(id) as kept, max(id) as gone from t`,
      [mark, JSON.stringify(format)],
    ),
  {
    list: { ...noInput, platformOnly },
    add: { input: () => ({ ...format, templateName: '网银' }), platformOnly },
    modify: {
      input: ids => ({ ...format, templateId: ids.kept, version: 1, templateName: '网银二' }),
      platformOnly,
    },
    remove: { input: ids => ({ templateId: ids.gone }), platformOnly },
  },
)
