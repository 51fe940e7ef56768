import { nameOf } from '@gatehouse/session'
import { demandSession } from '../../session/demand.js'

// Something dangerous: two factors, and no longer ago than five minutes.
export default async function Delete() {
  return <p>Really delete everything, {nameOf(await demandSession('/delete', { aal: 'aal2', maxAge: 300 }))}?</p>
}
