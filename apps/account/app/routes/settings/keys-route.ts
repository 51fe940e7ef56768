import { redirect } from 'react-router'
import { reach } from '../../failure/reach.server.ts'
import { okOrRedirect } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import type { Route } from './+types/keys-route.ts'
import { refusedNameParameter, renameParameter } from '../../layout/part-address.ts'

const settings = '/settings'

/** There is nothing to see at this address. */
export function loader() {
  return redirect(settings, 303)
}

/** Names a passkey or a security key, and returns to the page that asked. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, settings)
  const form = new URLSearchParams(await request.text())
  return reach(page, settings, () => rename(page, form))
}

async function rename(page: PageRequest, form: URLSearchParams): Promise<Response> {
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const back = new URL(form.get('back') ?? settings, page.publicOrigin)
  // A page of ours alone, and of the settings.
  if (back.origin !== page.publicOrigin || back.pathname !== settings) throw redirect(settings, 303)
  const answer = await ask(page, (client, credentials) => client.renameMyKey({ id, name }, credentials))
  if (answer.kind === 'error' && answer.status === 400) {
    back.searchParams.set(renameParameter, id)
    back.searchParams.set(refusedNameParameter, 'name')
  } else if (!(answer.kind === 'error' && answer.status === 404)) {
    okOrRedirect(page, answer, `${settings}${back.search}`)
  }
  return redirect(`${settings}${back.search}`, 303)
}
