import { notFound } from '../../request/fail.server.ts'
import { reach } from '../../failure/reach.server.ts'
import { startOrResume } from '../../flow-page/start-flow.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import type { Route } from './+types/codes-route.ts'
import { backupCodes } from './backup-codes.ts'

/** The backup codes of a settings flow, as a file. A plain link points here, so that it works without script. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const settled = await reach(page, '/settings', () => startOrResume({ kind: 'settings', url, page }))
  const codes = settled.kind === 'draw' && settled.notice === undefined ? backupCodes(settled.flow.ui.nodes) : []
  if (codes.length === 0) throw notFound(page)
  const { brand, t, publicOrigin } = page
  const text = [t('settings:codes.file_title', { brand: brand.name }), publicOrigin, '', ...codes, ''].join('\r\n')
  return new Response(text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="recovery-codes.txt"',
    },
  })
}
