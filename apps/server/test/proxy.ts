import { createServer, request } from 'node:http'
import { connect, createServer as createTcpServer, type Server } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, type Site } from './serverProcess.ts'

/** What stands before several servers: calls and devices go to those that are in it, in turn. */
export interface ServerProxy {
  /** Where people and devices reach the servers. */
  readonly url: string
  readonly mqttUrl: string
  enter(site: Site): void
  /** Sends nothing new to a server, and waits until it has answered what it was asked; streams stay until it ends. */
  leave(site: Site): Promise<void>
  close(): void
}

export async function openProxy(): Promise<ServerProxy> {
  const sites: Site[] = []
  /** Calls that a server has not answered yet. */
  const open = new Map<Site, number>()
  let turn = 0
  const next = () => {
    turn += 1
    const site = sites[turn % sites.length]
    if (site === undefined) throw new Error('no server is in the proxy')
    return site
  }
  const count = (site: Site, change: number) => open.set(site, (open.get(site) ?? 0) + change)
  const http = createServer((incoming, answer) => {
    const site = next()
    const { method, url, headers } = incoming
    const isStream = url?.includes('/live/events') === true
    if (!isStream) count(site, 1)
    answer.once('close', () => {
      if (!isStream) count(site, -1)
      outgoing.destroy()
    })
    const outgoing = request({ host: '127.0.0.1', port: site.port, method, path: url, headers, agent: false })
    outgoing.on('response', response => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      // What breaks off there breaks off here.
      pipeline(response, answer, () => undefined)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  const mqtt = createTcpServer(device => {
    const server = connect(next().mqttPort, '127.0.0.1')
    for (const [one, other] of [
      [device, server],
      [server, device],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const listen = async (server: Server) => {
    const port = await freePort()
    await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
    return `127.0.0.1:${port}`
  }
  return {
    url: `http://${await listen(http)}`,
    mqttUrl: `mqtt://${await listen(mqtt)}`,
    enter: site => void sites.push(site),
    async leave(site) {
      sites.splice(sites.indexOf(site), 1)
      while ((open.get(site) ?? 0) > 0) await wait(5)
    },
    close() {
      http.close()
      http.closeAllConnections()
      mqtt.close()
    },
  }
}
