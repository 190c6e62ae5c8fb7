/** RabbitMQ's own exchange for MQTT: all that is published and subscribed by MQTT goes through it. */
export const exchange = 'amq.topic'

/** How RabbitMQ calls an MQTT topic. Serial numbers have no dots. */
export const routingKeyOf = (topic: string): string => topic.replaceAll('/', '.')

/** The other way round. */
export const topicOf = (routingKey: string): string => routingKey.replaceAll('.', '/')

/** How RabbitMQ calls an MQTT filter with `+` for one level. */
export const patternOf = (filter: string): string => routingKeyOf(filter).replaceAll('+', '*')

/** The queues that RabbitMQ makes for the subscriptions of a client id, by their quality of service. */
export const queuesOf = (clientId: string): string[] =>
  ['qos0', 'qos1'].map(qos => `mqtt-subscription-${clientId}${qos}`)
