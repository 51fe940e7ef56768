import type { Snippet } from './snippet.ts'

/** TABLE: names that pieces of code take for given, since the sentences around them explain them. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/reference/control-plane.md': { readFile: "import { readFile } from 'node:fs/promises'" },
  'docs/event-streams.md': {
    http: "import http from 'node:http'",
    verify:
      'declare function verify(secret: string | undefined, headers: object, body: string): { readonly id: string }',
    isNew: 'declare function isNew(id: string): Promise<boolean>',
    handle: 'declare function handle(event: { readonly id: string }): Promise<void>',
  },
  'packages/client/README.md': { request: 'declare const request: Request' },
  'packages/session/README.md': {
    sessions: "declare const sessions: import('@gatehouse/session').Sessions",
    origin: 'declare const origin: string',
    headers: "import { headers } from 'next/headers'",
    redirect: 'declare function redirect(url: string): never',
  },
}

/** Returns the lines that a block needs before it: the names that it uses and neither declares nor imports. */
export function givenIn({ file, code }: Snippet): readonly string[] {
  return Object.entries(given[file] ?? {}).flatMap(([name, line]) => {
    const isUsed = new RegExp(`\\b${name}\\b`).test(code)
    const isDeclared = new RegExp(`\\b(?:const|let|function) ${name}\\b|^import .*\\b${name}\\b.* from `, 'm').test(
      code,
    )
    return isUsed && !isDeclared ? [line] : []
  })
}
