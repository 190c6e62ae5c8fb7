/**
 * Something the person who starts the server can put right: a wrong variable, a port in use, a database that
 * does not answer. Shown as its one sentence, without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
