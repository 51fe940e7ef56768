import { unreadableForm } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Reads a form with files. Throws the page that says so if the body is none. */
export async function readFileForm(page: ConsoleRequest, request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw unreadableForm(page)
  }
}
