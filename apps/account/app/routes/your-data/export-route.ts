import { notFound } from '../../request/fail.server.ts'
import { reach } from '../../failure/reach.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import type { Route } from './+types/export-route.ts'
import { collectData } from './collect-data.server.ts'

/** One's own data as a file. A plain link leads here, so that it works without script. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const data = await reach(page, '/settings/data', () => collectData(page))
  if (data === undefined) throw notFound(page)
  const name = `account-${data.exported_at.slice(0, 10)}.json`
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
