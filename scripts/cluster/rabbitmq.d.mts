import type { Wanted } from './parts.mjs'

/** Where nodes are, and what they know. */
export interface RabbitPlaces {
  readonly folder: string
  /** amqp, broker: of the proxy before the nodes, for servers and devices; rights: where nodes ask. */
  port(
    name: 'amqp' | 'broker' | 'rights' | 'epmd' | 'rabbitAmqp' | 'rabbitMqtt' | 'rabbitDist',
    n?: number,
  ): number
  readonly secrets: { readonly broker: string; readonly brokerAuth: string; readonly cookie: string }
}

export function epmd(places: RabbitPlaces): Wanted
/** The first one is started before the others, which join it. */
export function rabbitNodes(places: RabbitPlaces, many?: 1 | 3): Wanted[]
/** haproxy before three nodes, and before the servers that they ask. @returns where its configuration is */
export function rabbitProxy(places: RabbitPlaces, authPorts: readonly number[]): string
