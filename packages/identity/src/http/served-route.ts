import type { Route } from './route.ts'

/** A row of a route table, with its listener. */
export interface ServedRoute extends Pick<Route, 'method' | 'path'> {
  readonly listener: 'public' | 'admin'
}
