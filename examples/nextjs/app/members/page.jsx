import { nameOf } from '@gatehouse/session'
import { demandSession } from '../../session/demand.js'
import { organization } from '../../session/sessions.js'

export default async function Members() {
  const session = await demandSession('/members', { organization })
  return <p>{session ? `For members: ${nameOf(session)}` : 'For members only.'}</p>
}
