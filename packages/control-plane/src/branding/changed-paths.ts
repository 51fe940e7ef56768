import { isDeepStrictEqual } from 'node:util'

import type { ConfigTree } from '../model/project-host.ts'

const deepest = 3

/** The keys in which two documents differ, such as `tokens.accent`: three levels deep at most. */
export function changedPaths(before: ConfigTree, after: ConfigTree, level = 1): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keys.flatMap((key) => {
    const [one, other] = [own(before, key), own(after, key)]
    if (isDeepStrictEqual(one, other)) return []
    if (level === deepest || (!isTree(one) && !isTree(other))) return [key]
    const below = changedPaths(isTree(one) ? one : {}, isTree(other) ? other : {}, level + 1)
    return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`)
  })
}

function own(tree: ConfigTree, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined
}

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
