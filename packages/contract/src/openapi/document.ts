import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'

import { pathParameters } from '../control-plane/fields.ts'
import { operationNames, operations, contractOf, type Operation } from '../control-plane/operations.ts'
import { asksForRole, policyOf } from '../control-plane/permissions.ts'
import type { OperationContract } from '../control-plane/operation.ts'
import { identityAdminContract } from '../identity-api/admin.ts'
import { errorEnvelope } from '../identity-api/flow-shapes.ts'
import type { IdentityOperation } from '../identity-api/operation.ts'
import { healthContract, identityPublicContract } from '../identity-api/public.ts'

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<typeof createDocument>

interface Described extends Omit<IdentityOperation, 'method'> {
  readonly name: string
  readonly tag: string
  readonly method: OperationContract['method']
  readonly otherMedia?: readonly string[]
  readonly upload?: readonly string[]
  readonly more?: Readonly<Record<`x-${string}`, unknown>>
}

/** Returns the document of the control plane, from its contract. `origin`: its address. */
export function controlPlaneDocument(origin: string): OpenApiDocument {
  return documentOf('Gatehouse: the control plane', origin, operationNames.map(describedOperation), 'apiKey')
}

/**
 * Returns the document of the identity service: its public API at `publicOrigin`, its admin API at `adminOrigin`, or at
 * a project's own address.
 */
export function identityDocument(publicOrigin: string, adminOrigin = publicOrigin): OpenApiDocument {
  const rows = (table: Readonly<Record<string, IdentityOperation>>, tag: string) =>
    Object.entries(table).map(([name, row]): Described => ({ name, tag, ...row }))
  const all = [...rows(identityPublicContract, 'public'), ...rows(identityAdminContract, 'admin')]
  const document = documentOf('Gatehouse: the identity service', publicOrigin, all, 'sessionToken')
  if (adminOrigin === publicOrigin) return document
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (path.startsWith('/admin/')) item.servers = [{ url: adminOrigin }]
  }
  return document
}

/** Returns the document of the identity service at `publicOrigin`, if its admin API has a separate address. */
export function publicIdentityDocument(publicOrigin: string): OpenApiDocument {
  const document = identityDocument(publicOrigin)
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => !path.startsWith('/admin/'))
  return { ...document, paths: Object.fromEntries(paths) }
}

/** How many operations the documents are made of. */
export const describedCounts = {
  controlPlane: Object.keys(operations).length,
  identity: new Set([
    ...Object.keys(identityPublicContract),
    ...Object.keys(identityAdminContract),
    ...Object.keys(healthContract),
  ]).size,
}

function describedOperation(name: Operation): Described {
  const { scope, origin, ...contract } = contractOf(name)
  const policy = asksForRole(name) ? policyOf(name) : undefined
  const { audit, signIn = false, reason = false, ...roles } = policy ?? {}
  const may = Object.entries(roles).flatMap(([role, allowed]) => (allowed ? [role] : []))
  const rules =
    policy === undefined ? {} : { 'x-roles': may, 'x-audit': audit, 'x-sign-in': signIn, 'x-reason-required': reason }
  return { name, tag: scope, ...contract, more: { 'x-origin': origin, ...rules } }
}

const schemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of an onboarding link.' },
  sessionToken: { type: 'apiKey', in: 'header', name: 'X-Session-Token' },
} as const

function documentOf(
  title: string,
  url: string,
  rows: readonly Described[],
  scheme: keyof typeof schemes,
): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const row of rows) {
    const method = lowerCase[row.method]
    paths[row.path] = { ...paths[row.path], [method]: operationOf(row) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
    security: [{ [scheme]: [] }],
    components: { securitySchemes: { [scheme]: schemes[scheme] } },
    paths,
  })
}

const lowerCase = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

function operationOf(row: Described): ZodOpenApiOperationObject {
  const { name, tag, path, summary, query, body, isForm, isForBrowsers, answers, upload, more } = row
  const otherMedia = isForBrowsers === true ? ['text/html'] : (row.otherMedia ?? [])
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, found]) => found ?? [])
  const media = ['application/json', ...(isForm === true ? ['application/x-www-form-urlencoded'] : [])]
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...more,
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((one) => [one, parameterOf(one)]))) }),
      ...(query !== undefined && { query }),
    },
    ...(body !== undefined && {
      requestBody: { required: true, content: Object.fromEntries(media.map((type) => [type, { schema: body }])) },
    }),
    ...(upload !== undefined && {
      requestBody: { required: true, content: Object.fromEntries(upload.map((type) => [type, { schema: file }])) },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, shape]) => [status, responseOf(status, shape, otherMedia)]),
      ),
      default: {
        description: 'It was refused, or sent on.',
        content: {
          'application/json': { schema: errorEnvelope },
          // A client that sends a form is treated as a browser.
          ...((isForBrowsers === true || isForm === true) && { 'text/html': { schema: z.string() } }),
        },
      },
    },
  }
}

/** Bytes as they are. */
const file = z.string().meta({ format: 'binary' })

function parameterOf(name: string): z.ZodType {
  return new Map<string, z.ZodType>(Object.entries(pathParameters)).get(name) ?? z.string().min(1)
}

function responseOf(status: string, shape: z.ZodType | null, otherMedia: readonly string[]) {
  const json = shape === null ? {} : { 'application/json': { schema: shape } }
  const others = Object.fromEntries(otherMedia.map((type) => [type, { schema: z.string() }]))
  const content = { ...json, ...others }
  const description = status === '204' ? 'It was done.' : 'The answer.'
  return { description, ...(Object.keys(content).length > 0 && { content }) }
}
