import { z } from 'zod'

import type { OAuth2ProviderConfig } from './config.ts'
import { baseUrl } from './fields.ts'
import { headerName, secretText } from './http-call.ts'

/** `oauth2_provider` of the file. */
export const oauth2ProviderFile = z
  .strictObject({
    url: baseUrl.optional(),
    headers: z.record(headerName, secretText).default({}),
    override_return_to: z.boolean().default(false),
  })
  .prefault({})

/** Returns the OAuth2 server; nothing without an address: then there is no sign-in on behalf of OAuth2 clients. */
export function oauth2ProviderOf(file: z.output<typeof oauth2ProviderFile>): OAuth2ProviderConfig | undefined {
  const { url, headers, override_return_to: overrideReturnTo } = file
  return url === undefined ? undefined : { url, headers, overrideReturnTo }
}
