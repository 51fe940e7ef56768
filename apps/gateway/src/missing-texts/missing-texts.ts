import { counted } from '@gatehouse/contract/http'
import { problemResponse } from '@gatehouse/http/answers'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { missingLimits, parseCatalogueName, parseMissing, type MissingCollection } from '@gatehouse/i18n/missing'
import type { Clock } from '@gatehouse/platform/work'
import { createLimits, createMemoryAllowances } from '@gatehouse/platform/limits'
import type { RequestFacts } from '../edge/route.ts'

/** The path to which pages report texts that no catalogue has: i18next-http-backend posts to it. */
export const missingTextsPath = '/locales/add/'

/** The maximum number of reports per minute, of one address and of all together. */
export const reportsPerMinute = { one: 120, all: 600 } as const

const policy = {
  one: { count: reportsPerMinute.one, periodMs: 60_000 },
  all: { count: reportsPerMinute.all, periodMs: 60_000 },
}
const refills = { one: 'each_after_a_period', all: 'each_after_a_period' } as const

type Refusal = Parameters<typeof problemResponse>[1]

/** Collects missing texts; without a collection it explains that they are not collected here. */
export function createMissingTexts(
  collection: MissingCollection | undefined,
  clock: Clock = Date.now,
): (request: Request, facts: RequestFacts) => Promise<Response> {
  const store = createMemoryAllowances()
  const limits = createLimits({ policy, refills, store, transactions: store, secrets: [] })
  return async (request, { requestId, clientAddress }) => {
    const refuse = (refusal: Omit<Refusal, 'requestId'>) => problemResponse(request, { ...refusal, requestId })
    if (collection === undefined) return refuse(switchedOff)
    if (request.method !== 'POST') return refuse(wrongMethod)

    const [lng = '', ns = '', ...more] = new URL(request.url).pathname.slice(missingTextsPath.length).split('/')
    const name = more.length === 0 ? parseCatalogueName(lng, ns, shippedCatalogues()) : undefined
    if (name === undefined) return refuse(unknownCatalogue)
    const now = clock()
    const taken = await limits.take(
      [
        { kind: 'one', subject: clientAddress },
        { kind: 'all', subject: '' },
      ],
      now,
    )
    if (taken.kind === 'refused') return refuse(tooMany(Math.max(1, Math.ceil(((taken.until ?? now) - now) / 1000))))

    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return refuse(wrongType)
    const report = parseMissing(parseJson(await request.text()))
    if (report.kind === 'refused') {
      return refuse({ status: 400, title: 'Not a report of missing texts', detail: `It ${report.why}: ${report.fix}.` })
    }
    const { full } = await collection.add(name, report.texts)
    return full ? refuse(tooFull) : new Response(null, { status: 204 })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const switchedOff = {
  status: 404,
  title: 'Missing texts are not collected here',
  detail: 'Set GATEHOUSE_COLLECT_MISSING_TEXTS=true to collect them.',
}
const wrongMethod = {
  status: 405,
  title: 'Method not allowed',
  detail: 'Missing texts are reported by POST.',
  headers: { allow: 'POST' },
}
const unknownCatalogue = {
  status: 404,
  title: 'No such catalogue',
  detail: 'Report to /locales/add/{language}/{namespace}, both as they are below /locales.',
}
const wrongType = { status: 415, title: 'Not JSON', detail: 'Send the report as application/json.' }
const tooFull = {
  status: 507,
  title: 'Enough is collected',
  detail: `There are ${missingLimits.keysPerCatalogue} texts for this catalogue: run "gatehouse locales merge --forget".`,
}

function tooMany(waitSeconds: number) {
  return {
    status: 429,
    title: 'Too many reports',
    detail: `Wait ${counted(waitSeconds, 'second')} and report again.`,
    headers: { 'retry-after': String(waitSeconds) },
  }
}
