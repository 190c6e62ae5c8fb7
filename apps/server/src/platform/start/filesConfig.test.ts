import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const bucketOf = (url: string) => readConfig({ FILES_URL: url }).filesBucket

test('FILES_URL: a bucket by its path or by the host, with TLS unless told otherwise', () => {
  expect(readConfig({}).filesBucket).toBeUndefined()
  expect(bucketOf('s3://AKID:s%2Fe%2Bcret@s3.example.com/drive-sim?region=cn-east-1')).toEqual({
    endpoint: 'https://s3.example.com/drive-sim',
    region: 'cn-east-1',
    accessKeyId: 'AKID',
    secretAccessKey: 's/e+cret',
  })
  expect(bucketOf('s3://a:b@[::1]:9000/files/?region=x&tls=0')?.endpoint).toBe('http://[::1]:9000/files')
  expect(
    bucketOf('s3://a:b@drivesim.oss-cn-hangzhou.aliyuncs.com?region=oss-cn-hangzhou&tls=1')?.endpoint,
  ).toBe('https://drivesim.oss-cn-hangzhou.aliyuncs.com')
})

test.each([
  's3://hunter2@host/bucket?region=x',
  's3://:hunter2@host/bucket?region=x',
  's3://key:hunter2@host/bucket',
  's3://key:hunter2@/bucket?region=x',
  's3://key:hunter2@host/bucket/below?region=x',
  's3://key:hunter2@host/Bucket?region=x',
  's3://key:hunter2@host/bucket?region=x&tls=yes',
  's3://key:hunter2@host/bucket?region=x&style=path',
  's3://key:hunter2%@host/bucket?region=x',
  's3://key:hunter2@host/bucket?region=x#y',
])('%s is refused in one sentence that does not repeat the secret', url => {
  expect(() => bucketOf(url)).toThrow(/^配置错误：FILES_URL 应为形如 s3:\/\/(?!.*hunter2)[^\n]+$/)
})
