import type { AccountDeps } from '@gatehouse/account/page-deps'
import type { SentForms } from '@gatehouse/account/sent-forms'
import { createOAuth2Client, type OAuth2AdminClient } from '@gatehouse/client/oauth2-client'
import type { BrandImage } from '@gatehouse/config/brand'
import type { Config, OAuth2Server } from '@gatehouse/config/config'
import type { CspAdditions } from '@gatehouse/http/policy'
import { identityDocument, publicIdentityDocument } from '@gatehouse/contract/openapi'
import type { FetchHandler } from '@gatehouse/http/handler'
import { tracedFetch } from '@gatehouse/platform/outbound'
import { proxyTrust } from '@gatehouse/http/requests'
import type { StaticAssets } from '@gatehouse/http/assets'
import type { OpenPages } from '../edge/account-pages.ts'
import { pageDrawer } from '../devtools/preview/draw-page.ts'
import { brandImagesPath, serveBrandImage } from '../branding/brand-images.ts'
import { brandLocales } from '../branding/brand-locales.ts'
import type { Branding } from '../branding/branding.ts'
import { openPreview } from '../devtools/preview/open-preview.ts'
import { createEdge } from '../edge/edge.ts'
import type { Log } from '@gatehouse/platform/log'
import type { Metrics } from '../metrics/metrics.ts'
import { openGeolocation } from '../edge/geolocation.ts'
import { identityDocumentPath, openApiDocuments } from '../sites/openapi.ts'
import { endReturnRounds, nameRefusedReturns } from '../sites/returns.ts'
import { nameRefusedScripts } from '../sites/refused-scripts.ts'
import { whyBegunAgain, whyUnnoticed } from '../sites/unnoticed-session.ts'
import { routeTable, type Services } from '../sites/routes.ts'
import type { OpenSite, SiteParts } from '../sites/site.ts'

/** The parts that all sites share. */
export interface SharedParts {
  readonly config: Config
  readonly log: Log
  readonly openPages: OpenPages
  readonly cspAdditions: CspAdditions
  readonly health: FetchHandler
  readonly locales: StaticAssets
  readonly missingTexts: Services['missingTexts']
  readonly branding: Branding
  readonly sentForms: SentForms
  readonly metrics: Pick<Metrics, 'request'>
  /** Returns whether the process is fenced and serves nothing. */
  readonly isFenced: () => boolean
}

/** Prepares the parts that all sites share, and opens the sites one by one. */
export function siteOpener(shared: SharedParts): OpenSite {
  const { config, log, openPages, cspAdditions, branding } = shared
  // All sites share one file; an invalid one stops the start.
  const geolocation = openGeolocation(config.geolocation)
  const proxies = proxyTrust(config.trustedProxies)
  return async (parts) => {
    const { publicUrl, name, slug, identity, devtools, projectAdmin } = parts
    const onRefusedReturn = refusedReturnReport(shared, parts)
    const deps = accountDeps(shared, parts, onRefusedReturn)
    const pages = await openPages(deps)
    const withoutCircles = endReturnRounds({
      publicUrl,
      draw: pages.drawRefusal,
      onUnnoticed: unnoticedReport(shared, parts),
    })
    const namesRefused = nameRefusedScripts({ publicUrl, log, settingFor: parts.sessionCookie.scriptSettingFor })
    const imageOf = async (path: string): Promise<Pick<BrandImage, 'mediaType' | 'bytes'> | undefined> =>
      branding.image(path) ?? parts.storedImage?.(path.slice(brandImagesPath.length))
    const edge = createEdge({
      publicUrl,
      proxies,
      locate: geolocation,
      permanentOrigin: publicUrl.protocol === 'https:',
      isFenced: shared.isFenced,
      isNoProject: parts.isNoProject,
      routes: routeTable({
        health: shared.health,
        locales: brandLocales(shared.locales, () => branding.of(slug, name).texts),
        missingTexts: shared.missingTexts,
        brandImages: async (request) => serveBrandImage(request, await imageOf(new URL(request.url).pathname)),
        assets: pages.assets,
        identity: withoutCircles(nameRefusedReturns(onRefusedReturn)(config.dev ? namesRefused(identity) : identity)),
        openApi: openApiDocuments({
          [identityDocumentPath]: () =>
            (projectAdmin === undefined ? publicIdentityDocument : identityDocument)(publicUrl.origin),
        }),
        devtools: devtools?.(
          pages,
          openPreview({ branding, present: () => branding.of(slug, name), openPages, pages: deps }),
        ),
        projectAdmin,
        pages: withoutCircles(pages.handle),
      }),
      log,
      project: slug,
      count: shared.metrics.request,
      drawRefusal: pages.drawRefusal,
      cspAdditions: {
        ...cspAdditions,
        formAction: formActions(shared, parts),
        connect: [...parts.connectOrigins, ...(cspAdditions.connect ?? [])],
        image: [...config.imageOrigins, ...(cspAdditions.image ?? [])],
      },
    })
    return { edge, drawPage: pageDrawer(openPages, deps) }
  }
}

type Report = (reason: string, requestId: string) => string | undefined

/** Logs why a return address was refused, and what allows it; in development the page says it too. */
function refusedReturnReport({ config, log }: SharedParts, { returnSetting }: SiteParts): Report {
  return (reason, requestId) => {
    const fix = `Fix: add it to ${returnSetting}.`
    log.warn({ requestId }, `${reason} ${fix}`)
    return config.dev ? fix : undefined
  }
}

/** Logs why an application did not notice the session that it was returned with. */
function unnoticedReport(
  { config, log }: SharedParts,
  { publicUrl, sessionCookie }: SiteParts,
): Parameters<typeof endReturnRounds>[0]['onUnnoticed'] {
  return (application, requestId) => {
    const { kind, url } = application
    const why = kind === 'client' ? whyBegunAgain(application.id, url) : whyUnnoticed(url, publicUrl, sessionCookie)
    log.warn({ requestId }, why)
    return config.dev ? why : undefined
  }
}

function accountDeps(
  { config, log, branding, sentForms }: SharedParts,
  { publicUrl, name, slug, client, adminClient, oauth2 }: SiteParts,
  onRefusedReturn: Report,
): AccountDeps {
  return {
    client,
    adminClient,
    publicOrigin: publicUrl.origin,
    oauth2: oauth2 && oauth2Client(oauth2),
    brand: () => branding.of(slug, name),
    imageOrigins: config.imageOrigins,
    dev: config.dev,
    rememberAccounts: config.rememberAccounts,
    reportMissingTexts: config.collectMissingTexts,
    secureCookies: publicUrl.protocol === 'https:',
    sentForms,
    onRefusedReturn,
    onError: (error, requestId) => log.error({ err: error, requestId }, 'page failed'),
  }
}

/** The origins that forms may send a browser to, besides the site's own. */
function formActions(
  { config, cspAdditions }: SharedParts,
  { publicUrl, formActionOrigins }: SiteParts,
): readonly string[] {
  const targets = [...formActionOrigins, ...config.formActionOrigins, ...(cspAdditions.formAction ?? [])]
  return [...new Set(targets)].filter((origin) => origin !== publicUrl.origin)
}

function oauth2Client({ adminUrl, key }: OAuth2Server): OAuth2AdminClient {
  return createOAuth2Client({ baseUrl: adminUrl.href, token: key?.reveal(), fetch: tracedFetch('oauth2_server') })
}
