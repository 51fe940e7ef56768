import type { Deployment } from './deployment.ts'

type Tree = Readonly<Record<string, unknown>>

/** Fills in the addresses of hooks, and the paths of the files from which hooks and tokens are made. */
export function withAddresses(tree: Tree, deployment: Deployment): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, locate(key, value, deployment)] as const))
}

function locate(key: string, value: unknown, deployment: Deployment): unknown {
  if (Array.isArray(value)) return value.map((one) => locate(key, one, deployment))
  if (typeof value === 'object' && value !== null) return withAddresses({ ...value }, deployment)
  if (typeof value !== 'string') return value
  if (key === 'body' || key === 'jwks_url') return `file://${deployment.folder}/${value}`
  return value.replace('{hooks}', deployment.hooks ?? '')
}
