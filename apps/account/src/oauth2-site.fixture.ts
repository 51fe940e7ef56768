import { afterAll, beforeAll, beforeEach } from 'vitest'
import { hydraFixture, type HydraFixture } from './hydra.fixture.ts'
import type { PageReader } from './page-reader.fixture.ts'
import { openSite, type Site } from './site.fixture.ts'

/** Pages that people sign in with for applications. */
export interface OAuth2Site {
  /** The OAuth2 server; each test finds it within reach, and without any call received. */
  readonly hydra: HydraFixture
  /** A new browser. */
  readonly visit: () => PageReader
}

/** Opens such pages for the tests of a `describe`. To be called in it. */
export function useOAuth2Site(): OAuth2Site {
  const hydra = hydraFixture()
  let site: Site | undefined
  beforeAll(async () => {
    site = await openSite({}, { oauth2: hydra.client })
  })
  afterAll(() => site?.close())
  beforeEach(() => {
    hydra.received.length = 0
    hydra.isReachable = true
  })
  return {
    hydra,
    visit: () => {
      if (site === undefined) throw new TypeError('the pages are not open yet')
      return site.visit()
    },
  }
}
