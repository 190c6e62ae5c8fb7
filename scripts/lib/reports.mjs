// What the two runners of tests say of a run, in one shape.
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Failure
 * @property {string} file from the root of the repository
 * @property {string} title of the test with those of its groups; empty where the file itself could not be read
 * @property {string} message all that the runner said
 * @property {string[]} evidence files that were kept of it: pictures, traces
 */

/** @typedef {{ passed: number, skipped: number, failures: Failure[] }} Report */

/** @returns {Report} */
export function readVitest({ testResults, numPassedTests, numPendingTests, numTodoTests }, root) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    // A file that cannot be loaded has no test to fail.
    if (status === 'failed' && assertionResults.length === 0) return [failure(file, '', message)]
    return assertionResults
      .filter(test => test.status === 'failed')
      .map(test => failure(file, test.fullName, test.failureMessages.join('\n')))
  })
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures }
}

/** @returns {Report} */
export function readPlaywright({ stats, suites, config }, root) {
  const failures = suites.flatMap(suite =>
    // A test that a helper makes has the helper's file: it is run by that of its suite.
    failuresOf(suite, relative(root, join(config.rootDir, suite.file)), []),
  )
  return { passed: stats.expected, skipped: stats.skipped, failures }
}

function failuresOf({ specs = [], suites = [] }, file, groups) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ title, tests }) => {
      const { errors = [], attachments = [] } = tests[0].results.at(-1) ?? {}
      return {
        ...failure(file, [...groups, title].join(' › '), errors.map(({ message }) => message).join('\n')),
        evidence: attachments.flatMap(({ path }) => path ?? []),
      }
    })
  return [...own, ...suites.flatMap(inner => failuresOf(inner, file, [...groups, inner.title]))]
}

const failure = (file, title, message = '') => ({
  file,
  title,
  message: stripVTControlCharacters(message).trim(),
  evidence: [],
})
