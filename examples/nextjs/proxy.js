import { requireSession } from '@gatehouse/session/next'
import { origin, sessions } from './session/sessions.js'

// Pages for who is signed in; what else they ask for, they ask themselves.
export const proxy = requireSession(sessions, { origin })
export const config = { matcher: ['/orders', '/members', '/delete', '/token'] }
