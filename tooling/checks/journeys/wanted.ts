import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wireMethods } from '@gatehouse/identity/documentation'
import type { Wanted } from './unplayed.ts'

/** Returns the possible actions of people, by the tables of the program: every method of every flow, and every page. */
export function wantedJourneys(root: string): Wanted {
  const routes = readFileSync(join(root, 'apps/account/app/routes.ts'), 'utf8')
  const paths = [...routes.matchAll(/\broute\('([^']+)'/g)].map(([, path = '']) => path)
  if (paths.length < 10) throw new Error('apps/account/app/routes.ts was not understood')
  return {
    methods: Object.entries(wireMethods).flatMap(([kind, methods]) =>
      methods.map(({ id: method }) => `${kind}/${method}`),
    ),
    pages: ['', ...paths],
  }
}
