import { Outlet } from 'react-router'
import type { Route } from './+types/failure-boundary.ts'
import { refuseSubmit } from './refuse-submit.server.ts'
import { FailurePage } from './failure-page.tsx'

/** A form sent to the start page reaches this route, as the router sees it. */
export function action(): never {
  return refuseSubmit()
}

/** Draws the failures of every page. After a form without script the root's data is available only this way. */
export default function FailureBoundary() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailurePage error={error} />
}
