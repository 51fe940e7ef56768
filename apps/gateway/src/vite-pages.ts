import { fileURLToPath } from 'node:url'
import { createAccountHandler, type AccountHandler } from '@gatehouse/account/handler'
import type { StaticAssets } from '@gatehouse/http/assets'
import { createServer } from 'vite'
import { refusalDrawer } from './edge/account-pages.ts'
import { parseBuild } from './edge/built-app.ts'
import type { RunOptions } from './run.ts'

/** The account pages straight from their sources, with hot reload. */
export interface VitePages {
  readonly pages: Pick<RunOptions, 'openPages' | 'before' | 'cspAdditions'>
  close(): Promise<void>
}

const accountFolder = fileURLToPath(new URL('../../account', import.meta.url))
const noFiles: StaticAssets = { has: () => false, serve: () => undefined }

/** Starts Vite inside this process. Its client needs a web socket and style elements, so the policy is relaxed for both. */
export async function openVite(): Promise<VitePages> {
  const vite = await createServer({
    root: accountFolder,
    configFile: `${accountFolder}/vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true },
  })
  const load = async () => parseBuild(await vite.ssrLoadModule('virtual:react-router/server-build'))
  return {
    pages: {
      before: (request, response, next) => vite.middlewares(request, response, next),
      cspAdditions: { script: ["'self'"], style: ["'unsafe-inline'"], connect: ['ws:'] },
      openPages: async (deps) => {
        const handle: AccountHandler = async (request, info) => createAccountHandler(await load(), deps)(request, info)
        return {
          assets: noFiles,
          handle: (request, facts) => handle(request, { ...facts, nonce: facts.nonce() }),
          drawRefusal: refusalDrawer(handle, deps.publicOrigin),
        }
      },
    },
    close: () => vite.close(),
  }
}
