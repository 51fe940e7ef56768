import { nameOf } from '@gatehouse/session'
import { demandSession } from '../../session/demand.js'

export default async function Orders() {
  return <p>Orders of {nameOf(await demandSession('/orders'))}</p>
}
