import { jsonAnswer } from '@gatehouse/platform/http'

import { newCsrfSecret, type CsrfCookies } from '../flows/http/csrf.ts'
import { RefusalError, withCookies } from '../http/answer.ts'
import { offsetHeaders, offsetPage } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import type { IdentitySchemas } from '../identities/schemas.ts'

/**
 * Returns the routes of identity schemas, for clients that build forms. The list sets the anti-CSRF cookie, as flows
 * do.
 */
export function schemaRoutes(schemas: IdentitySchemas, csrf: CsrfCookies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/schemas',
      handle: ({ url, cookies }) => {
        const page = offsetPage(url.searchParams)
        const start = page.page * page.size
        const shown = schemas.all.slice(start, start + page.size).map(({ id, document }) => ({ id, schema: document }))
        const answer = jsonAnswer(200, shown, offsetHeaders(url, page, schemas.all.length))
        return withCookies(answer, csrf.read(cookies) ? [] : [csrf.write(newCsrfSecret())])
      },
    },
    {
      method: 'GET',
      path: '/schemas/:id',
      handle: ({ params }) => {
        const schema = schemas.resolve(params.id ?? '')
        if (!schema) throw new RefusalError({ code: 404, reason: 'There is no such identity schema.' })
        if (schema.unusable !== undefined) throw new RefusalError({ code: 503, reason: schema.unusable })
        return jsonAnswer(200, schema.document)
      },
    },
  ]
}
