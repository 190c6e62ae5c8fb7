import { errors } from '@drivesim/contract'
import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'

export const samples = samplesOf('privacyNotices', nothingMore, {
  list: noInput,
  current: noInput,
  publish: {
    // After those of the samples of `consents`.
    input: () => ({ text: '我们为训练和考试处理您的姓名和手机号。', after: 2 }),
    platformOnly: errors.platformOnly,
    foreign: errors.platformOnly,
  },
})
