import type { TestProject } from 'vitest/node'
import buildServer from './buildServer.ts'
import { startTestServer, type TestServer } from './testServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What tests start as a process of its own.
  buildServer()
  const { stop, ...testServer } = await startTestServer()
  project.provide('testServer', testServer)
  return stop
}
