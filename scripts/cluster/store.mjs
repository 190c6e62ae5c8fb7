// A store of files that speaks S3, made for tests: `node store.mjs <folder> <port> <bucket>`.
import S3rver from '@20minutes/s3rver'

const [directory = '', port, name = ''] = process.argv.slice(2)
const store = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name }],
})
await store.run()
process.once('SIGTERM', async () => {
  await store.close()
  process.exit(0)
})
