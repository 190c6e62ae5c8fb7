import type { z } from 'zod'
import { labelAt, numberAt, wordAt } from './labels.ts'

/** What zod reports; which of the details are there depends on the code. */
interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly input?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly values?: unknown
  readonly errors?: unknown
}

/** One Chinese sentence for a failed validation by this schema, naming the field: the first issue that zod reports. */
export function describeIssue(schema: z.ZodType, issues: readonly Issue[]): string {
  const issue = issues[0]
  if (issue === undefined) return '提交的内容有误，请检查后重试'
  const naming: Naming = {
    field: path => labelAt(schema, path) ?? '提交的内容',
    value: (path, value) => wordAt(schema, path, value) ?? value,
    bound: (path, value) => (typeof value === 'number' ? numberAt(schema, path, value) : String(value)),
  }
  return sentence(naming, issue)
}

/** What people call the field at a path, and a value in it; how they write a number in it. */
interface Naming {
  field(path: readonly PropertyKey[]): string
  value(path: readonly PropertyKey[], value: string): string
  bound(path: readonly PropertyKey[], value: unknown): string
}

/** A sentence written for its rule, not zod's own. */
const chinese = /[\u4e00-\u9fff]/

function sentence(naming: Naming, issue: Issue): string {
  if (chinese.test(issue.message)) return issue.message
  if (issue.code === 'invalid_union') return unionSentence(naming, issue)
  const name = naming.field(issue.path)
  if (/^invalid_(type|value)$/.test(issue.code ?? '') && isMissing(issue)) return `${name}不能为空`
  if (issue.code === 'too_small') return tooSmall(naming, name, issue)
  if (issue.code === 'too_big') {
    return issue.origin === 'string'
      ? `${name}最多 ${issue.maximum} 个字`
      : issue.origin === 'array'
        ? `${name}最多 ${issue.maximum} 项`
        : `${name}不能大于 ${naming.bound(issue.path, issue.maximum)}`
  }
  if (issue.code === 'invalid_value' && Array.isArray(issue.values)) {
    const words = issue.values.map(value => `“${naming.value(issue.path, String(value))}”`)
    return `${name}只能是${words.join('、')}之一`
  }
  return `${name}格式不正确，请检查后重试`
}

function tooSmall(naming: Naming, name: string, issue: Issue): string {
  if (issue.origin === 'string')
    return issue.minimum === 1 ? `${name}不能为空` : `${name}最少 ${issue.minimum} 个字`
  if (issue.origin === 'array') return `${name}最少 ${issue.minimum} 项`
  return `${name}不能小于 ${naming.bound(issue.path, issue.minimum)}`
}

/** A union fails with one list of issues per branch; the most telling is the one that got furthest: a bound, not a type. */
function unionSentence(naming: Naming, issue: Issue): string {
  const branches = branchesOf(issue)
  const written = branches.find(branch => chinese.test(branch.message))
  if (written !== undefined) return written.message
  const bound = branches.find(branch => branch.code === 'too_small' || branch.code === 'too_big')
  const inner = bound ?? branches.find(branch => branch.code !== 'invalid_type')
  if (inner !== undefined) return sentence(naming, inner)
  const name = naming.field(issue.path)
  return isMissing(issue) && branches.length > 0 && branches.every(isMissing)
    ? `${name}不能为空`
    : `${name}格式不正确，请检查后重试`
}

/** What is wrong with each branch and with each branch of a union inside it. Every issue has its whole path. */
function branchesOf(issue: Issue): Issue[] {
  const issues = Array.isArray(issue.errors) ? issue.errors.flat().filter(isIssue) : []
  return (
    issues
      .map(branch => ({ ...branch, path: [...issue.path, ...branch.path] }))
      .flatMap(branch =>
        branch.code === 'invalid_union' && !chinese.test(branch.message) ? branchesOf(branch) : [branch],
      )
      // The branch of a filter that takes nothing: no advice to anybody who wrote something.
      .filter(branch => !(Array.isArray(branch.values) && branch.values.every(value => value === '')))
  )
}

/** A form's emptied field is null. */
function isMissing(issue: Issue): boolean {
  return issue.input === undefined || issue.input === null
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' && value !== null && 'code' in value && 'path' in value && 'message' in value
  )
}
