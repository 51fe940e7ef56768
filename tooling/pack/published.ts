import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A package that other people install. */
export interface Published {
  /** In the repository. */
  readonly folder: string
  /** `styled`: with style sheets, by Vite; `plain`: by the compiler of types alone; `bundle`: `npm run build` made it. */
  readonly kind: 'plain' | 'styled' | 'bundle'
  /** The entries that are for others; absent: all. */
  readonly only?: readonly string[]
  /** Packages whose style sheets come first in its own, which then is all that an application loads. */
  readonly stylesOf?: readonly string[]
}

/** TABLE: the published packages, each after its dependencies. */
export const published: readonly Published[] = [
  { folder: 'packages/session', kind: 'plain' },
  { folder: 'packages/react', kind: 'plain' },
  { folder: 'packages/contract', kind: 'plain' },
  { folder: 'packages/client', kind: 'plain' },
  { folder: 'packages/testing', kind: 'plain', only: ['.', './playwright'] },
  { folder: 'packages/design', kind: 'styled' },
  { folder: 'packages/flow-form', kind: 'styled', stylesOf: ['packages/design'] },
  { folder: '.', kind: 'bundle' },
]

/** The name of a package, and of its folder that is packed. */
export const nameOf = ({ folder }: Published) =>
  folder === '.' ? 'gatehouse' : folder.replace('packages/', '@gatehouse/')
