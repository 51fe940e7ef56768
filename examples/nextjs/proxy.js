import { requireSession } from '@gatehouse/session/next'
import { origin, sessions } from './session/sessions.js'

// Pages for signed-in people; each page checks further requirements itself.
export const proxy = requireSession(sessions, { origin })
export const config = { matcher: ['/orders', '/members', '/delete', '/token'] }
