import type { LoaderFunctionArgs } from 'react-router'
import { notFound } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

export function loader({ context }: LoaderFunctionArgs): never {
  throw notFound(consoleRequestOf(context))
}

export function action({ context }: LoaderFunctionArgs): never {
  throw notFound(consoleRequestOf(context))
}

export default function NotFound() {
  return null
}
